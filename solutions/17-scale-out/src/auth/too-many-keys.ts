// #region step-2
/** Nobody needs that many. */
export class TooManyKeys extends Error {
  override readonly name = 'TooManyKeys';
}
// #endregion
