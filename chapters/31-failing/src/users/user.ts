/** A user as clients see it. A row has more fields, and TypeScript accepts it as a `User`: leave them out yourself. */
export interface User {
  id: string;
  email: string;
  name: string;
  role: string;
  created_at: string;
}

/** A user as the table stores it. */
export interface UserRow extends User {
  email_key: string;
  password: string;
}

export function toUser({ id, email, name, role, created_at }: UserRow): User {
  return { id, email, name, role, created_at };
}
