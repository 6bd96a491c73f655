/** Passwords, of which only a hash is ever kept. */
export class Passwords {
  // Step 2: the cost, and the bcrypt hash of a password.

  // Step 5: whether bcrypt reads a password to its end.
}
