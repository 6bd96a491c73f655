/** This machine lacks something that a check needs. The check is skipped with this reason: it neither passes nor fails. */
export class CannotRunHere extends Error {
  override readonly name: string = 'CannotRunHere';
}
