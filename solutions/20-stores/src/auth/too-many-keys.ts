/** Nobody needs that many. */
export class TooManyKeys extends Error {
  override readonly name = 'TooManyKeys';
}
