// #region step-1
/** A user as clients see it. A row has more fields, and TypeScript accepts it as a `User`: leave them out yourself. */
export interface User {
  id: string;
  email: string;
  name: string;
  created_at: string;
}
// #endregion
