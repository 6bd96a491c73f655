/** Turns passwords into hashes. Nothing else is ever stored. */
export class Passwords {
  // Step 3: the cost, and a method that returns the bcrypt hash of a password.

  // Step 6: whether bcrypt reads all of a password.
}
