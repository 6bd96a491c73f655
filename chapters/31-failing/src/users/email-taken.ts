/** There is already a user with this email. */
export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}
