/** A user, as the API gives it. The hash of the password is not part of it. */
export interface User {
  id: string;
  email: string;
  name: string;
  created_at: string;
}

// Step 2: the row of the table, and how it becomes a user.
