/** Another reader has borrowed this book. */
export class LentOut extends Error {
  override readonly name = 'LentOut';
}
