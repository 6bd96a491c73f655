import type { WrongDesign } from '#check';

const login = 'an old client logs in as before';
const registers = 'an old client registers as before';
const missing = 'an old client without a token gets the old message';
const role = 'no response to an old client has a role';
const current = 'nothing has changed without the header, even with clients that send it at the same time';
const shared = 'old and new clients share their accounts, tokens and posts';
const others = 'any other version is refused, and does nothing';
const failure = "the server's own failure is still 500 for an old client";
const cache = 'a cache can tell the two kinds of responses apart';

const edge = 'translated-at-the-edge';
const views = 'views-by-version';
const two = 'two-controllers';
const middleware = 'versions/old-clients.ts';

export default [
  {
    summary: 'Old clients get the new login.',
    of: views,
    edits: [
      {
        file: 'auth/auth.controller.ts',
        find: 'return isOld(ctx) ? { token: response.token } : response;',
        replace: 'return response;',
      },
    ],
    fails: [login, 'old clients get the new response'],
  },
  {
    summary: 'The message of a failed login is the new one.',
    of: edge,
    edits: [{ file: middleware, find: "  ['Invalid credentials', [401, 'invalid credentials']],\n", replace: '' }],
    fails: [login, 'the error message is the new one'],
  },
  {
    summary: 'A registered user has a role.',
    of: edge,
    edits: [{ file: middleware, find: 'return ctx.json(withoutRole(user));', replace: 'return ctx.json(user);' }],
    fails: [registers, 'the user has a role'],
  },
  {
    summary: 'A registration responds with a token.',
    of: views,
    edits: [
      {
        file: 'auth/auth.controller.ts',
        find: 'json(isOld(ctx) ? userFor(ctx, user) : this.#loginResponse(user))',
        replace: 'json(this.#loginResponse(user))',
      },
    ],
    fails: [registers, 'old clients get the response of this chapter'],
  },
  {
    summary: 'A registered email is a conflict for everybody.',
    of: two,
    edits: [
      {
        file: 'auth/version-1.ts',
        find: "new HttpError(400, 'email already registered')",
        replace: "new HttpError(409, 'email already registered')",
      },
    ],
    fails: [registers, 'a 409 for new clients only'],
  },
  {
    summary: 'The missing token is reported to everybody in the same way.',
    of: two,
    edits: [
      {
        file: 'auth/bearer-auth.ts',
        find: "ctx.header(version) === '1' ? 'Missing authorization'",
        replace: "ctx.header(version) === '2' ? 'Missing authorization'",
      },
    ],
    fails: [missing, 'BearerAuth responds to everybody in the same way'],
  },
  {
    summary: 'Authors have a role in lists.',
    of: two,
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: 'async () => (await this.index()).map(postIn1),',
        replace: 'async () => this.index(),',
      },
    ],
    fails: [role, 'the authors of posts are users, too'],
  },
  {
    summary: 'The word is removed from the text of the response.',
    of: edge,
    edits: [
      {
        file: middleware,
        find: '    return ctx.json(withoutRole(value));',
        replace:
          '    withoutRole(value);\n    return ctx.json(JSON.parse(JSON.stringify(value).replace(/,?\\\\?"role\\\\?":\\\\?"\\w+\\\\?"/g, \'\')));',
      },
    ],
    fails: [role, 'wherever it occurs'],
  },
  {
    summary: 'The role is removed for everybody.',
    of: views,
    edits: [
      {
        file: 'versions/version.ts',
        find: 'return isOld(ctx) ? rest : { ...rest, role };',
        replace: 'return isOld(ctx) || role ? rest : { ...rest, role };',
      },
    ],
    fails: [role, 'the role is removed for everybody'],
  },
  {
    summary: 'The version is in a field of the middleware, which all requests share.',
    of: views,
    edits: [
      {
        file: 'versions/version.ts',
        find: "    ctx.set('is_old', asked === '1');",
        replace: "    last = asked === '1';",
      },
      {
        file: 'versions/version.ts',
        find: "  return ctx.get<boolean | undefined>('is_old') === true;",
        replace: '  return ctx !== undefined && last;',
      },
      { file: 'versions/version.ts', find: '/** Looks at', replace: 'let last = false;\n\n/** Looks at' },
    ],
    fails: [current, 'There is one instance for all requests'],
  },
  {
    summary: 'Everybody is an old client.',
    of: edge,
    edits: [
      {
        file: middleware,
        find: "    if (version === '') return next();\n    if (version !== '1')",
        replace: "    if (version !== '' && version !== '1')",
      },
    ],
    fails: [current, 'the response of a registration without the header has changed'],
  },
  {
    summary: 'Old clients can not log out.',
    of: edge,
    edits: [
      {
        file: middleware,
        find: '    try {\n      const result',
        replace:
          "    if (ctx.request.path === '/auth/logout') throw new HttpError(404);\n    try {\n      const result",
      },
    ],
    fails: [shared, 'logout is there for everybody'],
  },
  {
    summary: 'An unknown version is the current one.',
    of: edge,
    edits: [
      {
        file: middleware,
        find: "if (version === '') return next();",
        replace: "if (version === '' || version === '2') return next();",
      },
    ],
    fails: [others, 'only "1" is a version'],
  },
  {
    summary: 'Every number that is 1 is version 1.',
    of: views,
    edits: [
      {
        file: 'versions/version.ts',
        find: "asked !== '' && asked !== '1'",
        replace: "asked !== '' && Number(asked) !== 1",
      },
    ],
    fails: [others, 'only "1" is a version'],
  },
  {
    summary: 'The handler has run before the version is refused.',
    of: edge,
    edits: [
      {
        file: middleware,
        find: "    if (version !== '1') throw new HttpError(400, 'Unknown API version');\n    try {\n      const result = await next();",
        replace:
          "    try {\n      const result = await next();\n      if (version !== '1') throw new HttpError(400, 'Unknown API version');",
      },
    ],
    fails: [others, 'the handler runs before the version is looked at'],
  },
  {
    summary: 'Routes of posts do not look at the version.',
    of: two,
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: 'middlewares: [KnownVersions, BearerAuth],',
        replace: 'middlewares: [BearerAuth],',
      },
    ],
    fails: [others, 'only "1" is a version'],
  },
  {
    summary: 'Every error of a login is that of wrong credentials.',
    of: two,
    edits: [
      {
        file: 'auth/version-1.ts',
        find: "throw new HttpError(500, 'Failed to generate token', { cause: error });",
        replace: "throw new HttpError(401, 'invalid credentials', { cause: error });",
      },
    ],
    fails: [failure, 'the error of a login became another one'],
  },
  {
    summary: 'No response tells caches about the header.',
    of: views,
    edits: [{ file: 'versions/version.ts', find: "    ctx.response.setHeader('Vary', 'Api-Version');\n", replace: '' }],
    fails: [cache, 'A cache gives the response to clients of the other kind'],
  },
] satisfies WrongDesign[];
