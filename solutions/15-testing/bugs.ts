import type { Bug } from '../../scripts/workshop/grading/bug.ts';

/** Turns of the event loop, and not milliseconds: requests that were sent at the same time meet here on any machine. */
const pause = 'for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);';

/** The bugs that are planted into the blog of chapter 14, in the order in which a learner meets them. */
export const bugs: Bug[] = [
  {
    step: 1,
    does: 'GET /posts shows drafts. Everyone can read posts that their authors have not published yet.',
    missed: 'at least one list is tested only with posts that belong in it, or only a part of it is compared.',
    edits: [{ file: 'posts/posts.service.ts', find: `where posts.published = \${true}`, replace: 'where true' }],
  },
  {
    step: 1,
    does: "GET /my-posts has the posts of all users. Everyone can read everyone's drafts.",
    missed:
      'when a test asks for "my posts", the database has no posts by another user, or the test does not compare the whole list with what it expects. With one user, "my posts" and "all posts" are the same.',
    edits: [{ file: 'posts/posts.service.ts', find: ` where author_id = \${author_id} order`, replace: ' order' }],
  },
  {
    step: 1,
    does: 'DELETE /posts/:id responds with 204 and deletes nothing. An author who takes a post back is told that it is gone.',
    missed:
      'no test deletes a post, or it looks at the status of the response, but not at what the request has changed.',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: `delete from posts where id = \${id}`,
        replace: `delete from posts where id = \${id} and false`,
      },
    ],
  },
  {
    step: 1,
    does: 'PUT /posts/:id without `published` leaves the post published. An author who replaces a post with a draft publishes the draft.',
    missed: 'no test leaves a field out, or only where the old value and the default are the same.',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: `published = \${published}, updated_at`,
        replace: `published = (\${published} or published), updated_at`,
      },
    ],
  },
  {
    step: 1,
    does: 'GET /my-posts leaves out drafts. An author cannot find what they have not published yet.',
    missed: 'the list of my posts never contains a draft in your tests, or no test looks for it.',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: ` where author_id = \${author_id} order`,
        replace: ` where author_id = \${author_id} and published = \${true} order`,
      },
    ],
  },
  {
    step: 1,
    does: 'GET /posts names the author of the newest post as the author of every post.',
    missed: 'all posts of a list have the same author, or no test compares the author of each post.',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: 'return rows.map(toPostWithAuthor);',
        replace: 'return rows.map((row) => ({ ...toPostWithAuthor(row), author: toPostWithAuthor(rows[0]!).author }));',
      },
    ],
  },
  {
    step: 1,
    does: 'PUT /posts/:id does not store the content, although its response has the new one. An author corrects a mistake, and it is still there.',
    missed:
      'after a PUT, the tests look only at its response, or only at some of the fields, or they send the old value again.',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: `content = \${content}, published = `,
        replace: 'published = ',
      },
      {
        file: 'posts/posts.service.ts',
        find: `    if (row === undefined) throw new Error('record not found');
    return toPost(row);`,
        replace: `    if (row === undefined) throw new Error('record not found');
    return { ...toPost(row), content };`,
      },
    ],
  },
  {
    step: 1,
    does: 'GET /posts returns the oldest post first. Readers see the same post at the top for years.',
    missed: 'no test has two published posts in a list, or it compares them without their order.',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: 'order by posts.created_at desc, posts.id desc',
        replace: 'order by posts.created_at, posts.id',
      },
    ],
  },
  {
    step: 1,
    does: 'DELETE /posts/:id turns the post into a draft. It leaves the list, and GET /posts/:id still shows it to everyone who has the link.',
    missed:
      'after a DELETE, no test asks for the post itself. A list of published posts cannot tell a draft from a deleted post.',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: `delete from posts where id = \${id}`,
        replace: `update posts set published = \${false} where id = \${id}`,
      },
    ],
  },
  {
    step: 2,
    does: 'DELETE /posts/:id without a token responds with 401, after it has deleted the post. A stranger can delete every post.',
    missed:
      'a test looks at the status of a refused request, but not at what the request has changed. (If you have removed routes from `protectedRoutes`, bring them back.)',
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: "          { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n",
        replace: '',
      },
      {
        file: 'posts/posts.controller.ts',
        find: "      { method: 'GET', path: '/posts/:id', handler: this.show },\n",
        replace: `      { method: 'GET', path: '/posts/:id', handler: this.show },
      {
        method: 'DELETE',
        path: '/posts/:id',
        middlewares: [
          {
            handle: async (ctx, next) => {
              await this.delete(ctx);
              return next();
            },
          },
          accept(BearerAuth, SessionAuth, ApiKeyAuth),
        ],
        handler: () => undefined,
      },
`,
      },
    ],
  },
  {
    step: 2,
    does: 'PUT /posts/:id without a token responds with 401, after it has replaced the post. A stranger can rewrite every post.',
    missed: 'after a refused request, the test only looks at whether the post still exists, and not at what is in it.',
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: "          { method: 'PUT', path: '/posts/:id', handler: this.update },\n",
        replace: '',
      },
      {
        file: 'posts/posts.controller.ts',
        find: "      { method: 'GET', path: '/posts/:id', handler: this.show },\n",
        replace: `      { method: 'GET', path: '/posts/:id', handler: this.show },
      {
        method: 'PUT',
        path: '/posts/:id',
        middlewares: [
          {
            handle: async (ctx, next) => {
              ctx.set('updated', await this.update(ctx).catch(() => undefined));
              return next();
            },
          },
          accept(BearerAuth, SessionAuth, ApiKeyAuth),
        ],
        handler: (ctx) => ctx.get('updated') ?? this.update(ctx),
      },
`,
      },
    ],
  },
  {
    step: 2,
    does: 'POST /posts with a forged token responds with 401, after it has created the post. A stranger can write in the name of any user.',
    missed: 'after a refused request, the test only looks at one post. Nobody notices a post that has been added.',
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: 'import { accept }',
        replace: "import jwt from 'jsonwebtoken';\nimport { accept }",
      },
      {
        file: 'posts/posts.controller.ts',
        find: "          { method: 'POST', path: '/posts', handler: this.create },\n",
        replace: '',
      },
      {
        file: 'posts/posts.controller.ts',
        find: "      { method: 'GET', path: '/posts/:id', handler: this.show },\n",
        replace: `      { method: 'GET', path: '/posts/:id', handler: this.show },
      {
        method: 'POST',
        path: '/posts',
        middlewares: [
          {
            handle: async (ctx, next) => {
              const claims = jwt.decode(ctx.header('Authorization').split(' ').at(-1)!) as jwt.JwtPayload | null;
              if (claims) {
                ctx.set('user_id', claims.user_id);
                ctx.set('created', await this.create(ctx).catch(() => undefined));
              }
              return next();
            },
          },
          accept(BearerAuth, SessionAuth, ApiKeyAuth),
        ],
        handler: (ctx) => ctx.get('created') ?? this.create(ctx),
      },
`,
      },
    ],
  },
  {
    step: 2,
    does: 'BearerAuth accepts any scheme. A request with `Authorization: Basic <token>` is let in, and gets past a proxy that filters by scheme.',
    missed:
      'no case of the table is a valid request with another scheme in place of `Bearer`. A request that is wrong in two ways at once is refused for either reason: change one thing per case.',
    edits: [
      {
        file: 'auth/bearer-auth.ts',
        find: "!header.startsWith('Bearer ')",
        replace: "!header.includes(' ')",
      },
      {
        file: 'auth/bearer-auth.ts',
        find: "header.slice('Bearer '.length)",
        replace: "header.slice(header.indexOf(' ') + 1)",
      },
    ],
  },
  {
    step: 2,
    does: 'An empty Authorization header is treated as one with a wrong format. A client that has lost its token gets an error message that points to the wrong mistake.',
    missed: 'one of the tables has no case for a value that is there, but empty.',
    edits: [
      {
        file: 'auth/bearer-auth.ts',
        find: "    if (header === '') return",
        replace: '    if (ctx.request.incoming.headers.authorization === undefined) return',
      },
    ],
  },
  {
    step: 2,
    does: 'A password of seven characters is accepted, although the contract demands eight.',
    missed:
      'the cases are far from the limits. Bugs are at the boundary: the last value that is refused, and the first that is accepted.',
    edits: [
      {
        file: 'auth/auth.dto.ts',
        find: "@field('required,min=8') password",
        replace: "@field('required,min=7') password",
      },
    ],
  },
  {
    step: 2,
    does: "POST /auth/register accepts an account without a name. Its posts appear without an author's name.",
    missed: 'a required field is in every request of the table. Leave out one field per case.',
    edits: [
      {
        file: 'auth/auth.dto.ts',
        find: "password!: string;\n  @field('required,max=100') name",
        replace: "password!: string;\n  @field('max=100') name",
      },
    ],
  },
  {
    step: 2,
    does: 'POST /auth/register accepts an account without an email. Nobody can ever log in to it.',
    missed: 'the table has a wrong value for a required field, but no case without the field.',
    edits: [
      {
        file: 'auth/auth.dto.ts',
        find: "@field('required,email,max=254') email",
        replace: "@field('email,max=254') email",
      },
    ],
  },
  {
    step: 2,
    does: '`ada@example.com` and `Ada@example.com` are two accounts. Nobody can log in to the second one, because the login looks for the email in lower case.',
    missed: 'the table has one spelling of the name before the `@`. What else would a person type?',
    // The domain is compared in lower case: a test that only varies the domain must not find this.
    edits: [
      {
        file: 'users/users.service.ts',
        find: `\${email.toLowerCase()}, \${hash}`,
        replace: `\${email.replace(/@.*/, (domain) => domain.toLowerCase())}, \${hash}`,
      },
    ],
  },
  {
    step: 2,
    does: 'GET /my-posts without a token responds with 200 and an empty array. A client that has lost its token shows its user an empty list instead of asking them to log in.',
    missed: 'the table lacks a route that only reads. It must be refused, too.',
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: '        middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],\n',
        replace: `        middlewares: [
          {
            handle: (ctx, next) => {
              const { authorization, cookie, 'x-api-key': key } = ctx.request.incoming.headers;
              const isOpen = ctx.request.path === '/my-posts' && !(authorization || cookie || key);
              return isOpen ? ctx.json([]) : next();
            },
          },
          accept(BearerAuth, SessionAuth, ApiKeyAuth),
        ],
`,
      },
    ],
  },
  {
    step: 2,
    does: 'The signature of a token is not verified. Anyone can write a token for any user.',
    missed:
      'the invalid token of the table is no token at all, or one that is wrong in two ways. Change one thing: take a valid token, and change its signature.',
    edits: [
      {
        file: 'auth/tokens.service.ts',
        find: 'const claims = jwt.verify(token, this.#secret, {',
        replace: "const claims = jwt.verify(jwt.sign(jwt.decode(token) ?? '', this.#secret), this.#secret, {",
      },
    ],
  },
  {
    step: 2,
    does: 'A password of eight characters is refused, although the contract accepts it.',
    missed: 'no test registers with the shortest password that the contract accepts.',
    edits: [
      {
        file: 'auth/auth.dto.ts',
        find: "@field('required,min=8') password",
        replace: "@field('required,min=9') password",
      },
    ],
  },
  {
    step: 3,
    does: 'Access tokens never expire. A token that is stolen today still works next year.',
    missed: 'at least one lifetime is not tested to its end: no test moves the clock past it.',
    edits: [
      {
        file: 'auth/tokens.service.ts',
        find: '        clockTimestamp:',
        replace: '        ignoreExpiration: true,\n        clockTimestamp:',
      },
    ],
  },
  {
    step: 3,
    does: 'A session that is used does not end after 24 hours. A thief who keeps sending requests stays signed in.',
    missed:
      'the test lets 24 hours pass in one leap, does not use the session on the way, or does not assert that it has ended. A session that is used may end later than one that is not, or never.',
    edits: [
      {
        file: 'auth/sessions.service.ts',
        find: `        and created_at > \${this.ago(sessionLifetime)}
        and last_used_at > \${this.ago(this.idleTimeout)}\`;`,
        replace: `        and last_used_at > \${this.ago(this.idleTimeout)}\`;`,
      },
    ],
  },
  {
    step: 3,
    does: 'A refresh token expires a minute before its seven days are over. An app that refreshes it at the last moment loses its login.',
    missed:
      'no test uses a refresh token shortly before its end, only after it. One that ends too early passes such a test.',
    edits: [
      {
        file: 'auth/refresh-tokens.service.ts',
        find: 'const lifetime = 7 * 24 * 60 * 60',
        replace: 'const lifetime = 7 * 24 * 60 * 60 - 60',
      },
    ],
  },
  {
    step: 3,
    does: 'A family of refresh tokens never ends as long as it is refreshed. A device that was lost years ago is still logged in.',
    missed:
      'the tests let each token expire, but none of them refreshes again and again until the login itself has to end.',
    edits: [
      {
        file: 'auth/refresh-tokens.service.ts',
        find: '    const token = randomUUID();\n',
        replace: `    const token = randomUUID();
    await this.store.set(familyKey(family.id), family, { ttl: familyLifetime });
`,
      },
    ],
  },
  {
    step: 3,
    does: 'A session ends after 12 hours instead of 24. Everyone has to sign in again in the middle of the day.',
    missed: 'the test looks at the session after its end, but does not assert that it works until then.',
    edits: [
      {
        file: 'auth/sessions.service.ts',
        find: 'export const sessionLifetime = 24 * 60 * 60',
        replace: 'export const sessionLifetime = 12 * 60 * 60',
      },
    ],
  },
  {
    step: 3,
    does: 'A refresh token is valid for a minute longer than seven days. A stolen one works longer than promised.',
    missed:
      'no test uses a refresh token shortly after its end, or only one that was used before. Such a token is refused because it was used, and not because it has expired.',
    edits: [
      {
        file: 'auth/refresh-tokens.service.ts',
        find: 'const lifetime = 7 * 24 * 60 * 60',
        replace: 'const lifetime = 7 * 24 * 60 * 60 + 60',
      },
    ],
  },
  {
    step: 3,
    does: 'A session ends a minute later than after 24 hours.',
    missed:
      'no test uses a session shortly after its end. At a boundary, look at the last moment before it, and at the first one after it.',
    edits: [
      {
        file: 'auth/sessions.service.ts',
        find: 'export const sessionLifetime = 24 * 60 * 60',
        replace: 'export const sessionLifetime = 24 * 60 * 60 + 60',
      },
    ],
  },
  {
    step: 4,
    does: "Two requests with the same refresh token at the same time both get a new pair. A thief's copy works alongside the original, and nobody notices.",
    missed:
      'no test sends the same refresh token several times at once: there are no such requests, or they are sent one after the other, each of them awaited before the next one is sent. Or the test does not count how many of them succeed.',
    // Two succeed and not all of them: a test must count, and not only look for a request that was refused.
    edits: [
      {
        file: 'auth/refresh-tokens.service.ts',
        find: 'if (await this.store.setIfAbsent(markOf(token), family.id, { ttl: familyLifetime })) return true;',
        replace: `const isUsed = await this.store.get(markOf(token));
    ${pause}
    for (const mark of isUsed ? [] : [markOf(token), \`\${markOf(token)} again\`]) {
      if (await this.store.setIfAbsent(mark, family.id, { ttl: familyLifetime })) return true;
    }`,
      },
    ],
  },
  {
    step: 4,
    does: 'Two registrations with the same email at the same time both succeed. Which of the two accounts a login opens is a matter of luck.',
    missed: 'no test sends the same registration several times at once. Or it does not count how many of them succeed.',
    // Two succeed and not all of them, as above.
    edits: [
      {
        file: 'users/users.service.ts',
        find: '  async onStart(): Promise<void> {\n',
        replace: '  readonly #together = new Map<string, number>();\n\n  async onStart(): Promise<void> {\n',
      },
      { file: 'users/users.service.ts', find: 'email_key text not null unique', replace: 'email_key text not null' },
      {
        file: 'users/users.service.ts',
        find: '    try {\n      await this.db.run',
        replace: `    if (await this.findByEmail(email)) throw new EmailTaken('email already registered');
    ${pause}
    this.#together.set(email, (this.#together.get(email) ?? 0) + 1);
    if (this.#together.get(email)! > 2) throw new EmailTaken('email already registered');
    try {
      await this.db.run`,
      },
    ],
  },
  {
    step: 4,
    does: 'If two people write at the same time, a post is stored with the wrong author, because the user is kept in a field that all requests share.',
    missed: 'the concurrent requests all come from the same user, or no test looks at the author of each post.',
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: '  routes(): Route[] {',
        replace: "  #author = '';\n\n  routes(): Route[] {",
      },
      {
        file: 'posts/posts.controller.ts',
        find: '    const body = await ctx.bind(CreatePostDTO);\n',
        replace: `    this.#author = ctx.get<string>('user_id');
    const body = await ctx.bind(CreatePostDTO);
    ${pause}
`,
      },
      {
        file: 'posts/posts.controller.ts',
        find: "this.posts.create(body, ctx.get<string>('user_id'))",
        replace: 'this.posts.create(body, this.#author)',
      },
    ],
  },
  {
    step: 4,
    does: 'DELETE /auth/session responds before the session is deleted. Someone who signs out on a shared computer can still be impersonated for a moment, or longer if the delete fails.',
    missed: 'no test tries to use a session right after the response to the request that ended it.',
    edits: [
      {
        file: 'auth/sessions.controller.ts',
        find: `    await this.sessions.destroy(readSessionCookie(ctx));
    clearSessionCookie(ctx);`,
        replace: `    const id = readSessionCookie(ctx);
    setTimeout(() => void this.sessions.destroy(id).catch(() => {}), 2_000).unref();
    clearSessionCookie(ctx);`,
      },
    ],
  },
  {
    step: 4,
    does: 'If a refresh token is sent several times at the same time, most of the refused requests get a 500 instead of a 401. A client takes that for a failure of the server, and retries instead of asking the user to log in.',
    missed:
      'the test counts the requests that succeed, but does not look at the statuses of all the others. Or it sends only two requests, so that there is one other.',
    // One succeeds, as it should, and the first one that is refused gets its 401.
    edits: [
      {
        file: 'auth/refresh-tokens.service.ts',
        find: '    // One atomic operation: of two requests with the same token, only one creates the mark.\n',
        replace: `    ${pause}\n`,
      },
      {
        file: 'auth/refresh-tokens.service.ts',
        find: '  async revoke(family: Family): Promise<void> {\n',
        replace: `  readonly #revoked = new Set<string>();
  async revoke(family: Family): Promise<void> {
    if (this.#revoked.has(family.id)) throw new Error('the family is unknown');
    this.#revoked.add(family.id);
`,
      },
    ],
  },
  {
    step: 4,
    does: 'If the same email is registered several times at the same time, the refused requests get a 500 instead of a 409. A client reports a failure of the server, and its user tries again.',
    missed: 'the test counts the registrations that succeed, but does not look at the statuses of all the others.',
    edits: [
      {
        file: 'users/users.service.ts',
        find: '    try {\n      await this.db.run',
        replace: `    if (await this.findByEmail(email)) throw new EmailTaken('email already registered');
    ${pause}
    try {
      await this.db.run`,
      },
      {
        file: 'users/users.service.ts',
        find: "      if ((error as { code?: string }).code !== 'unique') throw error;\n      throw new EmailTaken('email already registered', { cause: error });\n",
        replace: '      throw error;\n',
      },
    ],
  },
  {
    step: 5,
    does: 'The response of a login contains the password hash. Anyone who sees it can try passwords on their own machine, as fast as it can compute hashes.',
    missed:
      'the tests only look for fields that must be there, or for certain names that must not. A field that must not be there passes them if it has any other name.',
    // Not as `password`: a test that only looks for that name must not find it.
    edits: [
      {
        file: 'auth/credentials.ts',
        find: 'return toUser(row);',
        replace: 'return { ...toUser(row), secret: row.password };',
      },
    ],
  },
  {
    step: 5,
    does: 'POST /auth/tokens with an unknown email gets an error message of its own. An attacker can find out who has an account.',
    missed:
      'no test compares the whole of two responses that must be the same, or a test does, but not on every route that accepts a password.',
    edits: [
      {
        file: 'auth/credentials.ts',
        find: "import { inject } from 'trellis';",
        replace: "import { HttpError, inject } from 'trellis';",
      },
      {
        file: 'auth/credentials.ts',
        find: 'signal?: AbortSignal): Promise<User | undefined>',
        replace: 'signal?: AbortSignal, says = false): Promise<User | undefined>',
      },
      {
        file: 'auth/credentials.ts',
        find: '    if (row === undefined || !matches) return undefined;\n',
        replace: `    if (row === undefined && says) throw new HttpError(401, 'Unknown email');
    if (row === undefined || !matches) return undefined;
`,
      },
      {
        file: 'auth/tokens.controller.ts',
        find: 'this.credentials.check(await ctx.bind(LoginDTO), ctx.signal)',
        replace: 'this.credentials.check(await ctx.bind(LoginDTO), ctx.signal, true)',
      },
    ],
  },
  {
    step: 5,
    does: 'GET /auth/api-keys contains the digests of the keys. Anyone who reads the list can check guesses without asking the server.',
    missed: "one kind of response is never searched for fields that don't belong there.",
    edits: [
      {
        file: 'auth/api-keys.service.ts',
        find: `select id, name, user_id, scope, created_at from api_keys
      where user_id`,
        replace: `select * from api_keys
      where user_id`,
      },
    ],
  },
  {
    step: 5,
    does: 'GET /auth/api-keys has the keys of all users. Everyone learns who uses which programs.',
    missed: 'no test looks at a list as another user, or it does not compare the whole list.',
    edits: [{ file: 'auth/api-keys.service.ts', find: `where user_id = \${user_id} order`, replace: 'order' }],
  },
  {
    step: 5,
    does: 'Anyone who is logged in can revoke the API keys of everyone else, and so stop their programs.',
    missed: 'no test tries to change what belongs to another user, and then checks whether it has changed.',
    edits: [{ file: 'auth/api-keys.service.ts', find: ` and user_id = \${user_id}\``, replace: '`' }],
  },
  {
    step: 5,
    does: 'The log contains the passwords of failed logins. Most of them are the right password with a typo, or the password of another account.',
    missed:
      'no test reads the log, or only after requests that succeed. Or it does not look for the password of the login that failed.',
    edits: [
      {
        file: 'auth/credentials.ts',
        find: "import { inject } from 'trellis';",
        replace: "import { inject, Log } from 'trellis';",
      },
      {
        file: 'auth/credentials.ts',
        find: '  @inject(Passwords)',
        replace: '  @inject(Log) private readonly log!: Log;\n  @inject(Passwords)',
      },
      {
        file: 'auth/credentials.ts',
        find: '    if (row === undefined || !matches) return undefined;\n',
        replace: `    if (row === undefined || !matches) {
      this.log.warn('login failed', { email, password });
      return undefined;
    }
`,
      },
    ],
  },
  {
    step: 5,
    does: 'POST /auth/session with an unknown email gets an error message of its own. The form that people sign in with tells an attacker who has an account.',
    missed:
      'two responses that must be the same are not compared on every route that accepts a password: each of them has its own handler.',
    edits: [
      {
        file: 'auth/credentials.ts',
        find: "import { inject } from 'trellis';",
        replace: "import { HttpError, inject } from 'trellis';",
      },
      {
        file: 'auth/credentials.ts',
        find: 'signal?: AbortSignal): Promise<User | undefined>',
        replace: 'signal?: AbortSignal, says = false): Promise<User | undefined>',
      },
      {
        file: 'auth/credentials.ts',
        find: '    if (row === undefined || !matches) return undefined;\n',
        replace: `    if (row === undefined && says) throw new HttpError(401, 'Unknown email');
    if (row === undefined || !matches) return undefined;
`,
      },
      {
        file: 'auth/sessions.controller.ts',
        find: 'this.credentials.check(await ctx.bind(LoginDTO), ctx.signal)',
        replace: 'this.credentials.check(await ctx.bind(LoginDTO), ctx.signal, true)',
      },
    ],
  },
  {
    step: 5,
    does: 'GET /auth/me has a column of the table that is not a part of a user. Clients begin to use it, and then it can never be changed.',
    missed: 'not every response with a user is tested: a login, a session and GET /auth/me have handlers of their own.',
    edits: [
      {
        file: 'auth/auth.controller.ts',
        find: '    return user;\n',
        replace: '    return { ...user, email_key: user.email.toLowerCase() };\n',
      },
    ],
  },
  {
    step: 5,
    does: 'The log contains the refresh tokens. Anyone who reads it can take over a login for 30 days.',
    missed: 'no test looks for every kind of secret in the log: a password is one of several.',
    edits: [
      {
        file: 'auth/refresh-tokens.service.ts',
        find: '    const token = randomUUID();\n',
        replace: '    const token = randomUUID();\n    this.log.info("issued " + token);\n',
      },
    ],
  },
];
