/** A user as clients see it. It has no field for the password hash, so no response can contain one. */
export interface User {
  id: string;
  email: string;
  name: string;
  created_at: string;
}

// Step 2: a row of the table.

// Step 3: turn a row into a user.
