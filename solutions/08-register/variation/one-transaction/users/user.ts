/** A user as clients see it. A row has more fields, and TypeScript accepts it as a `User`: leave them out yourself. */
export interface User {
  id: string;
  email: string;
  name: string;
  created_at: string;
}

/** What everybody may know about a user who has a handle. */
export type Profile = Pick<User, 'name' | 'created_at'> & { handle: string };
