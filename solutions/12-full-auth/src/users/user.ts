/** A user, as the API gives it. The hash of the password is not part of it. */
export interface User {
  id: string;
  email: string;
  name: string;
  // #region step-3
  role: string;
  // #starter
  // // Step 3: what the user may do.
  // #endregion
  created_at: string;
}

/** A user, as the table keeps it. */
export interface UserRow extends User {
  email_key: string;
  password: string;
}

// #region step-3
export function toUser({ id, email, name, role, created_at }: UserRow): User {
  return { id, email, name, role, created_at };
}
// #starter
// // Step 3: with the role.
// export function toUser({ id, email, name, created_at }: UserRow): User {
//   return { id, email, name, created_at };
// }
// #endregion
