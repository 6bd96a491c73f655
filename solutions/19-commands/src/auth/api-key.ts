/** What is known of an API key. The key itself is not part of it: nobody knows that one any more. */
export interface ApiKey {
  id: string;
  name: string;
  user_id: string;
  created_at: string;
}
