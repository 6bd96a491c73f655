/** A check that cannot be made on this machine, and why. It neither holds nor fails. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
