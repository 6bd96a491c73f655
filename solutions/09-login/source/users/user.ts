/** A user as clients see it. A row has more fields, and TypeScript accepts it as a `User`: leave them out yourself. */
export interface User {
  id: string;
  email: string;
  name: string;
  created_at: string;
}

// #region step-2
/** A user as the table stores it. */
export interface UserRow extends User {
  email_key: string;
  password: string;
}
// #starter
// // Step 2: a row of the table.
// #endregion

// #region step-3
export function toUser({ id, email, name, created_at }: UserRow): User {
  return { id, email, name, created_at };
}
// #starter
// // Step 3: turn a row into a user.
// #endregion
