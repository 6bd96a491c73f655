/** A user, as the API gives it. The hash of the password is not part of it. */
export interface User {
  id: string;
  email: string;
  name: string;
  created_at: string;
}

// #region step-2
/** A user, as the table keeps it. */
export interface UserRow extends User {
  email_key: string;
  password: string;
}

export function toUser({ id, email, name, created_at }: UserRow): User {
  return { id, email, name, created_at };
}
// #starter
// // Step 2: the row of the table, and how it becomes a user.
// #endregion
