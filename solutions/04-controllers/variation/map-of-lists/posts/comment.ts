/** A comment, as the API returns it. */
export interface Comment {
  id: string;
  name: string;
  text: string;
  created_at: string;
}
