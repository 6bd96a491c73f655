import { describe, type RouteDescription } from 'trellis/openapi';
import * as z from 'zod';
import { AuthController as TutorialAuth } from '../../solutions/11-the-blog/src/auth/auth.controller.ts';
import * as tutorial from '../../solutions/11-the-blog/src/auth/auth.dto.ts';
import { BearerAuth as TutorialBearer } from '../../solutions/11-the-blog/src/auth/bearer-auth.ts';
import * as tutorialPosts from '../../solutions/11-the-blog/src/posts/post.dto.ts';
import { PostsController as TutorialPosts } from '../../solutions/11-the-blog/src/posts/posts.controller.ts';
import { Accept } from '../../solutions/14-keys-and-refresh/src/auth/accept.ts';
import { ApiKeyAuth } from '../../solutions/14-keys-and-refresh/src/auth/api-key-auth.ts';
import { ApiKeysController } from '../../solutions/14-keys-and-refresh/src/auth/api-keys.controller.ts';
import { AuthController } from '../../solutions/14-keys-and-refresh/src/auth/auth.controller.ts';
import * as full from '../../solutions/14-keys-and-refresh/src/auth/auth.dto.ts';
import { BearerAuth } from '../../solutions/14-keys-and-refresh/src/auth/bearer-auth.ts';
import { SessionAuth } from '../../solutions/14-keys-and-refresh/src/auth/session-auth.ts';
import { SessionsController } from '../../solutions/14-keys-and-refresh/src/auth/sessions.controller.ts';
import { TokensController } from '../../solutions/14-keys-and-refresh/src/auth/tokens.controller.ts';
import * as fullPosts from '../../solutions/14-keys-and-refresh/src/posts/post.dto.ts';
import { PostsController } from '../../solutions/14-keys-and-refresh/src/posts/posts.controller.ts';

/*
 * Decorates the controllers and middlewares of the blog, as `@describe` above each method would. They are described here,
 * because the chapters show these files to people who are learning something else.
 */

/** The names of the methods of a class. */
type MethodsOf<T> = { [K in keyof T]: T[K] extends (...parameters: never[]) => unknown ? K : never }[keyof T];

function describeMethods<T extends object>(
  { prototype }: { prototype: T },
  descriptions: Partial<Record<MethodsOf<T>, RouteDescription>>,
): void {
  for (const [name, description] of Object.entries<RouteDescription | undefined>(descriptions)) {
    describe(description!)(prototype[name as keyof T] as () => unknown);
  }
}

const string = z.string();
const time = z.iso.datetime();
const seconds = z.int().describe('seconds');
const databaseFailed = { 500: 'the error message of the database' };
const invalid = { 400: 'Invalid request' };
const noToken = { 500: 'Failed to generate token' };

/** `protectedBy` are the schemes that the routes with a middleware accept, if the middleware doesn't say so itself. */
function postRoutes(
  User: z.ZodType,
  dtos: typeof tutorialPosts,
  protectedBy: Pick<RouteDescription, 'security'> = {},
): Partial<Record<keyof PostsController, RouteDescription>> {
  const noScope: Record<number, string> = protectedBy.security?.ApiKeyAuth ? { 403: 'Insufficient scope' } : {};
  const Post = z
    .object({
      ...{ id: string, title: string, content: string, author_id: string, author: User.optional() },
      ...{ published: z.boolean(), created_at: time, updated_at: time },
    })
    .meta({ id: 'Post' });
  return {
    index: {
      summary: 'Lists the published posts with their authors, newest first',
      responses: { 200: z.array(Post) },
    },
    show: {
      summary: 'Returns a post with its author, published or not',
      responses: { 200: Post, 404: 'Post not found' },
    },
    create: {
      summary: 'Creates an unpublished post; its author is the authenticated user',
      body: dtos.CreatePostDTO,
      responses: { 201: Post, ...invalid, ...noScope, ...databaseFailed },
      ...protectedBy,
    },
    update: {
      summary: 'Replaces a post; fields missing from the body become empty or false',
      body: dtos.UpdatePostDTO,
      responses: { 200: Post, ...invalid, ...noScope, 500: ['the error message of the database', 'record not found'] },
      ...protectedBy,
    },
    delete: {
      summary: 'Deletes a post',
      responses: { 204: 'Deleted', ...noScope, ...databaseFailed },
      ...protectedBy,
    },
    mine: {
      summary: 'Lists the posts of the authenticated user, published or not',
      responses: { 200: z.array(Post) },
      ...protectedBy,
    },
  };
}

const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const;

// The tutorial: the blog at the end of chapter 11.
const TutorialUser = z.object({ id: string, email: string, name: string, created_at: time }).meta({ id: 'User' });

describeMethods(TutorialAuth, {
  register: {
    summary: 'Creates a user',
    body: tutorial.RegisterDTO,
    responses: {
      201: TutorialUser,
      400: ['Invalid request', 'email already registered', 'the error message of the database'],
    },
  },
  login: {
    summary: 'Issues an access token that is valid for 24 hours',
    body: tutorial.LoginDTO,
    responses: {
      200: z.object({ token: string }).meta({ id: 'Token' }),
      ...{ ...invalid, 401: 'invalid credentials', ...noToken },
    },
  },
});
describeMethods(TutorialPosts, postRoutes(TutorialUser, tutorialPosts));
describeMethods(TutorialBearer, {
  handle: {
    security: { BearerAuth: bearer },
    responses: { 401: ['Missing authorization', 'Invalid authorization format', 'Invalid token'] },
  },
});

// The full reference: the blog at the end of chapter 14.
const User = z.object({ id: string, email: string, name: string, role: string, created_at: time }).meta({ id: 'User' });
const LoginResponse = z.object({ token: string, expires_in: seconds, user: User }).meta({ id: 'LoginResponse' });
const SessionUser = z.object({ user: User }).meta({ id: 'SessionUser' });
const Session = z.object({ user_id: string, created_at: time }).meta({ id: 'Session' });
const ListedSession = z
  .object({ id: string, user_agent: string, created_at: time, last_used_at: time, current: z.boolean() })
  .meta({ id: 'ListedSession' });
const TokenPair = z
  .object({ access_token: string, refresh_token: string, expires_in: seconds })
  .meta({ id: 'TokenPair' });
const keyFields = { id: string, name: string, user_id: string, scope: z.enum(['read', 'write']), created_at: time };
/** The DTO itself can't say which strings are a scope. */
const CreateApiKeyDTO = z
  .object({ name: string.min(1).max(100), scope: string.nullish().meta({ enum: ['read', 'write', null] }) })
  .meta({ id: 'CreateApiKeyDTO' });
const ApiKey = z.object(keyFields).meta({ id: 'ApiKey' });
const NewApiKey = z.object({ ...keyFields, key: string }).meta({ id: 'NewApiKey' });
const login = { ...invalid, 401: 'Invalid credentials' };
const session = { type: 'apiKey', in: 'cookie', name: 'session_id' } as const;
const apiKey = { type: 'apiKey', in: 'header', name: 'X-API-Key' } as const;
// Each route says which credentials it accepts, and one middleware handles all of them.
const person = { security: { BearerAuth: bearer, SessionAuth: session } };
const personOrProgram = { security: { ...person.security, ApiKeyAuth: apiKey } };

describeMethods(AuthController, {
  register: {
    summary: 'Creates a user and logs them in',
    body: full.RegisterDTO,
    responses: {
      201: LoginResponse,
      ...{ ...invalid, 409: 'Email already registered', 500: ['Failed to create user', 'Failed to generate token'] },
    },
  },
  login: {
    summary: 'Issues an access token that is valid for 24 hours',
    body: full.LoginDTO,
    responses: { 200: LoginResponse, ...login, ...noToken },
  },
  logout: {
    summary:
      'Ends the session in the cookie, and revokes the family of the refresh token in the body, if the request has them',
    body: { schema: full.LogoutDTO, optional: true },
    responses: { 204: 'Logged out' },
  },
  me: { summary: 'Returns the owner of the token', responses: { 200: User } },
});
describeMethods(SessionsController, {
  begin: {
    summary: 'Starts a session and sets its cookie',
    body: full.LoginDTO,
    responses: { 200: SessionUser, ...login },
  },
  show: { summary: 'Returns the session', responses: { 200: Session } },
  end: { summary: 'Ends the session', responses: { 204: 'Ended' } },
  index: {
    summary: 'Lists the sessions of the authenticated user, newest first',
    responses: { 200: z.array(ListedSession) },
    ...person,
  },
  endOne: { summary: 'Ends a session of the authenticated user', responses: { 204: 'Ended' }, ...person },
  endOthers: {
    summary: 'Ends all sessions of the authenticated user except the one of the request',
    responses: { 204: 'Ended' },
    ...person,
  },
});
describeMethods(TokensController, {
  issue: {
    summary: 'Issues an access token and a refresh token',
    body: full.LoginDTO,
    responses: { 200: TokenPair, ...login, ...noToken },
  },
  refresh: {
    summary: 'Exchanges a refresh token for a new pair of tokens; a token that was used before revokes its family',
    body: full.RefreshDTO,
    responses: { 200: TokenPair, ...invalid, 401: 'invalid refresh token', ...noToken },
  },
});
describeMethods(ApiKeysController, {
  create: {
    summary: 'Creates an API key; only this response contains the key itself',
    body: CreateApiKeyDTO,
    responses: { 201: NewApiKey, ...invalid },
    ...person,
  },
  index: { summary: 'Lists the API keys of the authenticated user', responses: { 200: z.array(ApiKey) }, ...person },
  revoke: { summary: 'Revokes an API key of the authenticated user', responses: { 204: 'Revoked' }, ...person },
  current: { summary: 'Returns the API key of the request', responses: { 200: ApiKey } },
});
describeMethods(PostsController, postRoutes(User, fullPosts, personOrProgram));
describeMethods(Accept, {
  handle: { responses: { 401: ['Missing authorization header', 'the message of the credential'] } },
});
describeMethods(BearerAuth, {
  handle: {
    security: { BearerAuth: bearer },
    responses: { 401: ['Missing authorization header', 'Invalid authorization format', 'Invalid token'] },
  },
});
describeMethods(SessionAuth, {
  handle: {
    security: { SessionAuth: session },
    responses: { 401: ['Not authenticated', 'Invalid session'] },
  },
});
describeMethods(ApiKeyAuth, {
  handle: {
    security: { ApiKeyAuth: apiKey },
    responses: { 401: ['Missing API key', 'Invalid API key'] },
  },
});
