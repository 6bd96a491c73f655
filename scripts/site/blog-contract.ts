/** What the routes of an application don't reveal: the body that a handler binds, and how it responds. */
export interface RouteContract {
  readonly summary: string;
  /** The name of the DTO that the handler binds. */
  readonly body?: string;
  /** Whether a request without a body is valid too. */
  readonly isBodyOptional?: boolean;
  /** The status and the name of a schema, with `[]` for an array. Without a name, the response has no body. */
  readonly success: readonly [status: number, schema?: string];
  /** The `error` messages by status, without those of the authentication. */
  readonly failures?: Readonly<Record<number, readonly string[]>>;
}

export interface BlogContract {
  readonly title: string;
  readonly description: string;
  readonly routes: Readonly<Record<string, RouteContract>>;
  /** The middlewares that authenticate a request, each with the messages of its 401 responses. */
  readonly authentication: Readonly<Record<string, readonly string[]>>;
  readonly schemas: Readonly<Record<string, object>>;
}

const string = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const seconds = { type: 'integer', format: 'int64', description: 'seconds' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, object>, optional: string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const invalid = { 400: ['Invalid request'] };
const databaseFailed = { 500: ['the error message of the database'] };
const noToken = { 500: ['Failed to generate token'] };
const post = object(
  {
    ...{ id: string, title: string, content: string, author_id: string, author: reference('User') },
    ...{ published: { type: 'boolean' }, created_at: time, updated_at: time },
  },
  ['author'],
);

const posts: Record<string, RouteContract> = {
  'GET /posts': { summary: 'Lists the published posts with their authors, newest first', success: [200, 'Post[]'] },
  'GET /posts/:id': {
    summary: 'Returns a post with its author, published or not',
    success: [200, 'Post'],
    failures: { 404: ['Post not found'] },
  },
  'POST /posts': {
    summary: 'Creates an unpublished post; its author is the owner of the token',
    body: 'CreatePostDTO',
    success: [201, 'Post'],
    failures: { ...invalid, ...databaseFailed },
  },
  'PUT /posts/:id': {
    summary: 'Replaces a post; fields missing from the body become empty or false',
    body: 'UpdatePostDTO',
    success: [200, 'Post'],
    failures: { ...invalid, 500: ['the error message of the database', 'record not found'] },
  },
  'DELETE /posts/:id': { summary: 'Deletes a post', success: [204], failures: databaseFailed },
  'GET /my-posts': { summary: 'Lists the posts of the owner of the token, published or not', success: [200, 'Post[]'] },
};

/** The blog at the end of chapter 11. */
export const tutorial: BlogContract = {
  title: 'Blog API (tutorial)',
  description: 'The blog at the end of chapter 11.',
  routes: {
    'POST /auth/register': {
      summary: 'Creates a user',
      body: 'RegisterDTO',
      success: [201, 'User'],
      failures: { 400: ['Invalid request', 'email already registered'] },
    },
    'POST /auth/login': {
      summary: 'Issues an access token that is valid for 24 hours',
      body: 'LoginDTO',
      success: [200, 'Token'],
      failures: { ...invalid, 401: ['invalid credentials'], ...noToken },
    },
    ...posts,
  },
  authentication: { BearerAuth: ['Missing authorization', 'Invalid authorization format', 'Invalid token'] },
  schemas: {
    User: object({ id: string, email: string, name: string, created_at: time }),
    Post: post,
    Token: object({ token: string }),
  },
};

const login = { ...invalid, 401: ['Invalid credentials'] };

/** The blog at the end of chapter 14. */
export const full: BlogContract = {
  title: 'Blog API (full reference)',
  description: 'The blog at the end of chapter 14.',
  routes: {
    'POST /auth/register': {
      summary: 'Creates a user and logs them in',
      body: 'RegisterDTO',
      success: [201, 'LoginResponse'],
      failures: {
        ...invalid,
        409: ['Email already registered'],
        500: ['Failed to create user', 'Failed to generate token'],
      },
    },
    'POST /auth/login': {
      summary: 'Issues an access token that is valid for 24 hours',
      body: 'LoginDTO',
      success: [200, 'LoginResponse'],
      failures: { ...login, ...noToken },
    },
    'POST /auth/logout': {
      summary: 'Ends the session in the cookie and revokes the refresh token in the body, if the request has them',
      body: 'LogoutDTO',
      isBodyOptional: true,
      success: [204],
    },
    'GET /auth/me': { summary: 'Returns the owner of the token', success: [200, 'User'] },
    'POST /auth/session': {
      summary: 'Starts a session and sets its cookie',
      body: 'LoginDTO',
      success: [200, 'SessionUser'],
      failures: login,
    },
    'GET /auth/session': { summary: 'Returns the session', success: [200, 'Session'] },
    'DELETE /auth/session': { summary: 'Ends the session', success: [204] },
    'POST /auth/tokens': {
      summary: 'Issues an access token and a refresh token',
      body: 'LoginDTO',
      success: [200, 'TokenPair'],
      failures: { ...login, ...noToken },
    },
    'POST /auth/refresh': {
      summary: 'Exchanges a refresh token, which works only once, for a new pair of tokens',
      body: 'RefreshDTO',
      success: [200, 'TokenPair'],
      failures: { ...invalid, 401: ['invalid refresh token'], ...noToken },
    },
    'POST /auth/api-keys': {
      summary: 'Creates an API key; only this response contains the key itself',
      body: 'CreateApiKeyDTO',
      success: [201, 'NewApiKey'],
      failures: invalid,
    },
    'GET /auth/api-keys': { summary: 'Lists the API keys of the owner of the token', success: [200, 'ApiKey[]'] },
    'DELETE /auth/api-keys/:id': { summary: 'Revokes an API key of the owner of the token', success: [204] },
    'GET /auth/api-keys/current': { summary: 'Returns the API key of the request', success: [200, 'ApiKey'] },
    ...posts,
  },
  authentication: {
    BearerAuth: ['Missing authorization header', 'Invalid authorization format', 'Invalid token'],
    SessionAuth: ['Not authenticated', 'Invalid session'],
    ApiKeyAuth: ['Missing API key', 'Invalid API key'],
  },
  schemas: {
    User: object({ id: string, email: string, name: string, role: string, created_at: time }),
    Post: post,
    LoginResponse: object({ token: string, expires_in: seconds, user: reference('User') }),
    SessionUser: object({ user: reference('User') }),
    Session: object({ user_id: string, created_at: time }),
    TokenPair: object({ access_token: string, refresh_token: string, expires_in: seconds }),
    ApiKey: object({ id: string, name: string, user_id: string, created_at: time }),
    NewApiKey: object({ id: string, name: string, user_id: string, created_at: time, key: string }),
  },
};
