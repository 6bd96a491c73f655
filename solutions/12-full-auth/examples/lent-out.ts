/** Somebody else has this book at home. */
export class LentOut extends Error {
  override readonly name = 'LentOut';
}
