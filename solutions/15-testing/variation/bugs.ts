import type { Bug } from '../../../scripts/workshop/grading/bug.ts';

/** What the bugs of the variation are about: the number of an area takes the place of a step. */
export const areas = [
  'API keys, and requests with several credentials',
  'sessions and logging out',
  'bodies and responses',
] as const;

/** The bugs that the learner has to find without being told which rules they break. */
export const bugs: Bug[] = [
  {
    step: 1,
    does: 'An API key with the scope `read` can delete posts. A program that should only read destroys something.',
    missed: 'a key that may only read is not tried with every method that changes something.',
    edits: [{ file: 'auth/api-key-auth.ts', find: "['GET', 'HEAD']", replace: "['GET', 'HEAD', 'DELETE']" }],
  },
  {
    step: 1,
    does: 'An API key that was created without a scope can write. Someone who forgets the scope gives away everything.',
    missed: 'every key of your tests names its scope, or no test looks at what a key may do if it does not.',
    edits: [{ file: 'auth/api-keys.controller.ts', find: "body.scope || 'read'", replace: "body.scope || 'write'" }],
  },
  {
    step: 1,
    does: 'An API key with a scope that does not exist is created, and can read. A client with a typo is not told.',
    missed: 'the reference names the values that a field may have, and no test sends another one.',
    edits: [
      {
        file: 'auth/api-keys.controller.ts',
        find: "const scope = body.scope || 'read';",
        replace: "const scope = isScope(body.scope) ? body.scope : 'read';",
      },
    ],
  },
  {
    step: 1,
    does: 'If a request has several credentials, the last one decides. A client with an expired token acts as somebody else, and does not notice.',
    missed: 'no test sends two credentials with one request, or both of them are valid and belong to the same user.',
    edits: [
      {
        file: 'auth/accept.ts',
        find: 'ways.find((one) => one.isPresent(ctx))',
        replace: 'ways.findLast((one) => one.isPresent(ctx))',
      },
    ],
  },
  {
    step: 2,
    does: 'GET /auth/sessions says of every session that it is the current one. Nobody can tell which of them to end.',
    missed: 'a list is tested with one entry only, or a field of its entries is never compared.',
    edits: [
      {
        file: 'auth/sessions.controller.ts',
        find: 'current: session.id === current',
        replace: 'current: current !== undefined',
      },
    ],
  },
  {
    step: 2,
    does: 'Anyone who is logged in can end the sessions of everyone else.',
    missed: 'no second user tries to change what belongs to the first, on every route that has an id in its path.',
    edits: [
      {
        file: 'auth/sessions.service.ts',
        find: `delete from sessions where id = \${id} and user_id = \${user_id}`,
        replace: `delete from sessions where id = \${id} and \${user_id} <> ''`,
      },
    ],
  },
  {
    step: 2,
    does: 'POST /auth/logout does not revoke the refresh token that it is given. A copy of it works for weeks.',
    missed: 'after a request that ends something, no test tries to use it once more, for each thing that it ends.',
    edits: [
      {
        file: 'auth/auth.controller.ts',
        find: 'if (family) await this.refreshTokens.revoke(family);',
        replace: 'void family;',
      },
    ],
  },
  {
    step: 2,
    does: 'POST /auth/logout with a body that is not JSON responds with 400. A client that wants to log out shows an error.',
    missed: 'a route that accepts more than the others is only tested with what all of them accept.',
    edits: [
      {
        file: 'auth/auth.controller.ts',
        find: 'await ctx.bind(LogoutDTO).catch(() => undefined);',
        replace: 'await ctx.bind(LogoutDTO);',
      },
    ],
  },
  {
    step: 3,
    does: 'A password of more than 72 bytes is accepted, and bcrypt ignores the rest of it.',
    missed: 'a limit of the reference is not tested on both of its sides, in the unit that it is given in.',
    edits: [
      {
        file: 'auth/auth.controller.ts',
        find: "    if (!this.passwords.fits(body.password)) throw new HttpError(400, 'Invalid request');\n",
        replace: '',
      },
      // Else the comparison refuses it later, and a login would tell.
      {
        file: 'auth/passwords.ts',
        find: 'return Buffer.byteLength(password) <= 72;',
        replace: 'return password !== undefined;',
      },
    ],
  },
  {
    step: 3,
    does: 'PUT /posts/:id accepts a title of more than 200 characters. A page with room for 200 characters is broken by it.',
    missed: 'a limit is tested on one of the routes that have it, and not on the others.',
    edits: [{ file: 'posts/post.dto.ts', find: "@field('max=200') title", replace: "@field('max=2000') title" }],
  },
  {
    step: 3,
    does: 'POST /auth/tokens says in milliseconds when its token expires. A client waits almost three years before it refreshes the token.',
    missed: 'a field of a response has a value that the reference gives, and no test compares it.',
    edits: [
      { file: 'auth/tokens.controller.ts', find: 'expires_in: lifetime }', replace: 'expires_in: lifetime * 1000 }' },
    ],
  },
  {
    step: 3,
    does: 'GET /posts/:id has no author. The page of a post does not say who has written it.',
    missed: 'a field is tested in one of the responses that have it, and not in the others.',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: 'return row && toPostWithAuthor(row);',
        replace: 'return row && { ...toPostWithAuthor(row), author: undefined };',
      },
    ],
  },
];
