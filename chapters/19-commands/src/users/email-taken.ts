/** Somebody has registered with this email before. */
export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}
