/** What the code of a route cannot tell: how it answers. Everything else of the documents is read from routes and DTOs. */
export interface Answers {
  readonly summary: string;
  /** The status, and the name of a schema; `[]` behind it for a list. Without a name there is no body. */
  readonly success: readonly [status: number, schema?: string];
  /** The `error` texts, by status. Those of a guard are added to them. */
  readonly failures?: Readonly<Record<number, readonly string[]>>;
}

/** The texts with which a guard turns a request away, all of them 401. */
export type Guards = Readonly<Record<string, readonly string[]>>;

export interface BlogContract {
  readonly title: string;
  readonly description: string;
  readonly routes: Readonly<Record<string, Answers>>;
  readonly guards: Guards;
  readonly schemas: Readonly<Record<string, object>>;
}

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const seconds = { type: 'integer', format: 'int64', description: 'seconds' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const record = (properties: Record<string, object>, optional: string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const invalid = { 400: ['Invalid request'] };
const storeFailed = { 500: ['the store’s message'] };
const noToken = { 500: ['Failed to generate token'] };
const post = record(
  {
    ...{ id: text, title: text, content: text, author_id: text, author: reference('User') },
    ...{ published: { type: 'boolean' }, created_at: time, updated_at: time },
  },
  ['author'],
);

const posts: Record<string, Answers> = {
  'GET /posts': { summary: 'The published posts, with their authors, the newest first', success: [200, 'Post[]'] },
  'GET /posts/:id': {
    summary: 'One post with its author, published or not',
    success: [200, 'Post'],
    failures: { 404: ['Post not found'] },
  },
  'POST /posts': {
    summary: 'Writes a post; the author is the token’s owner, and it is not published',
    success: [201, 'Post'],
    failures: { ...invalid, ...storeFailed },
  },
  'PUT /posts/:id': {
    summary: 'Replaces a post: what the body leaves out becomes empty, or false',
    success: [200, 'Post'],
    failures: { ...invalid, 500: ['the store’s message', 'record not found'] },
  },
  'DELETE /posts/:id': { summary: 'Removes a post', success: [204], failures: storeFailed },
  'GET /my-posts': { summary: 'The posts of the token’s owner, published or not', success: [200, 'Post[]'] },
};

/** Chapter 11. */
export const tutorial: BlogContract = {
  title: 'The blog, as the tutorial has it',
  description: 'What stands at the end of chapter 11.',
  routes: {
    'POST /auth/register': {
      summary: 'Makes a user',
      success: [201, 'User'],
      failures: { 400: ['Invalid request', 'email already registered'] },
    },
    'POST /auth/login': {
      summary: 'Gives a token for a day',
      success: [200, 'Token'],
      failures: { ...invalid, 401: ['invalid credentials'], ...noToken },
    },
    ...posts,
  },
  guards: { BearerAuth: ['Missing authorization', 'Invalid authorization format', 'Invalid token'] },
  schemas: {
    User: record({ id: text, email: text, name: text, created_at: time }),
    Post: post,
    Token: record({ token: text }),
  },
};

const login = { ...invalid, 401: ['Invalid credentials'] };

/** Chapter 14. */
export const full: BlogContract = {
  title: 'The blog, complete',
  description: 'What stands at the end of chapter 14.',
  routes: {
    'POST /auth/register': {
      summary: 'Makes a user and logs it in',
      success: [201, 'LoginResponse'],
      failures: {
        ...invalid,
        409: ['Email already registered'],
        500: ['Failed to create user', 'Failed to generate token'],
      },
    },
    'POST /auth/login': {
      summary: 'Gives a token for a day',
      success: [200, 'LoginResponse'],
      failures: { ...login, ...noToken },
    },
    'POST /auth/logout': { summary: 'Ends the session and the refresh token, where there are any', success: [204] },
    'GET /auth/me': { summary: 'The token’s owner', success: [200, 'User'] },
    'POST /auth/session': { summary: 'Begins a session, in a cookie', success: [200, 'SessionUser'], failures: login },
    'GET /auth/session': { summary: 'The session', success: [200, 'Session'] },
    'DELETE /auth/session': { summary: 'Ends the session', success: [204] },
    'POST /auth/tokens': {
      summary: 'Gives a pair of tokens',
      success: [200, 'TokenPair'],
      failures: { ...login, ...noToken },
    },
    'POST /auth/refresh': {
      summary: 'Gives a new pair for a refresh token, which is good for one use',
      success: [200, 'TokenPair'],
      failures: { ...invalid, 401: ['invalid refresh token'], ...noToken },
    },
    'POST /auth/api-keys': {
      summary: 'Makes an API key, and shows it this once',
      success: [201, 'NewApiKey'],
      failures: invalid,
    },
    'GET /auth/api-keys': { summary: 'The API keys of the token’s owner', success: [200, 'ApiKey[]'] },
    'DELETE /auth/api-keys/:id': { summary: 'Revokes an API key of the token’s owner', success: [204] },
    'GET /auth/api-keys/current': { summary: 'The record of the key that was sent', success: [200, 'ApiKey'] },
    ...posts,
  },
  guards: {
    BearerAuth: ['Missing authorization header', 'Invalid authorization format', 'Invalid token'],
    SessionAuth: ['Not authenticated', 'Invalid session'],
    ApiKeyAuth: ['Missing API key', 'Invalid API key'],
  },
  schemas: {
    User: record({ id: text, email: text, name: text, role: text, created_at: time }),
    Post: post,
    LoginResponse: record({ token: text, expires_in: seconds, user: reference('User') }),
    SessionUser: record({ user: reference('User') }),
    Session: record({ user_id: text, created_at: time }),
    TokenPair: record({ access_token: text, refresh_token: text, expires_in: seconds }),
    ApiKey: record({ id: text, name: text, user_id: text, created_at: time }),
    NewApiKey: record({ id: text, name: text, user_id: text, created_at: time, key: text }),
  },
};
