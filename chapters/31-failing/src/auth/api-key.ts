/** What a program may do with its key: `read` allows safe methods only, `write` allows all of them. */
export type Scope = 'read' | 'write';

export function isScope(text: string): text is Scope {
  return text === 'read' || text === 'write';
}

/** What we know about an API key. The key itself isn't part of it. */
export interface ApiKey {
  id: string;
  name: string;
  user_id: string;
  scope: Scope;
  created_at: string;
}
