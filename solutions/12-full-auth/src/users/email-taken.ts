// #region step-2
/** Somebody has registered with this email before. */
export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}
// #endregion
