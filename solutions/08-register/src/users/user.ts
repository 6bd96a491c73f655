/** A user, as the API gives it. The hash of the password is not part of it. */
export interface User {
  id: string;
  email: string;
  name: string;
  created_at: string;
}
