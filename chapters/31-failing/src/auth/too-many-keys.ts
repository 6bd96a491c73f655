/** The user has as many API keys as a user may have. */
export class TooManyKeys extends Error {
  override readonly name = 'TooManyKeys';
}
