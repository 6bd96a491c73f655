import type { Feature } from '../../../scripts/workshop/variation/extension.ts';

/** The features that learners can choose from in chapter 28. Ours are edits of the solution, and so are the bugs. */
export const features: readonly Feature[] = [
  {
    name: 'prefix',
    edits: [
      {
        file: 'framework/app.ts',
        find: '  limits?: Partial<Limits>;\n',
        replace: '  limits?: Partial<Limits>;\n  /** In front of the path of every route. */\n  prefix?: string;\n',
      },
      {
        file: 'framework/app.ts',
        find: '{ middlewares = [], limits: own }: AppOptions',
        replace: "{ middlewares = [], limits: own, prefix = '' }: AppOptions",
      },
      {
        file: 'framework/app.ts',
        find: 'this.#addRoutes(unit.module, instance);',
        replace: 'this.#addRoutes(unit.module, instance, prefix);',
      },
      {
        file: 'framework/app.ts',
        find: '#addRoutes(module: Module, controller: Controller): void {',
        replace: '#addRoutes(module: Module, controller: Controller, prefix: string): void {',
      },
      {
        file: 'framework/app.ts',
        find: '    for (const route of routes) this.#router.add(bindRoute(route, controller, find));',
        replace:
          '    for (const route of routes)\n      this.#router.add({ path: prefix, children: [bindRoute(route, controller, find, prefix)] });',
      },
    ],
    bugs: [
      {
        does: 'The routes are also there without the prefix. Old clients never notice that they have to change.',
        missed: 'no test sends a request without the prefix to a route that exists with it.',
        edits: [
          {
            file: 'framework/app.ts',
            find: '      this.#router.add({ path: prefix,',
            replace: "      for (const path of new Set([prefix, '']))\n        this.#router.add({ path,",
          },
        ],
      },
      {
        does: 'Only the first route of each controller gets the prefix.',
        missed: 'no controller in your tests has two routes that are both requested.',
        edits: [
          {
            file: 'framework/app.ts',
            find: '      this.#router.add({ path: prefix,',
            replace: "      this.#router.add({ path: route === routes[0] ? prefix : '',",
          },
        ],
      },
      {
        does: 'A prefix without a slash at its beginning is an ordinary prefix of the text: /v1posts.',
        missed: 'every prefix in your tests begins with a slash, and none ends with one.',
        edits: [
          {
            file: 'framework/app.ts',
            find: '      this.#router.add({ path: prefix,',
            replace: '      this.#router.add({ path: /^[/]|^$/.test(prefix) ? prefix : `/${prefix}-`,',
          },
        ],
      },
    ],
  },
  {
    name: 'redirect',
    edits: [
      {
        file: 'framework/context.ts',
        find: '  setCookie(name: string,',
        replace: `  /** Sends the client to another path of this application. */
  redirect(path: string, status = 302): this {
    if (![301, 302, 303, 307, 308].includes(status)) throw new RangeError(\`ctx.redirect: \${status} is not a redirect.\`);
    // Browsers take a backslash for a slash, and two of them for the beginning of a host.
    if (!/^\\/(?![/\\\\])/.test(path)) throw new TypeError('ctx.redirect: the path has to begin with one slash.');
    this.response.setHeader('location', path);
    return this.status(status).send('');
  }

  setCookie(name: string,`,
      },
    ],
    bugs: [
      {
        does: 'A path such as //evil.example is accepted. A link to the blog leads to the page of an attacker.',
        missed: 'no test tries an address that begins with two slashes: it has no scheme, and leads to another host.',
        edits: [
          {
            file: 'framework/context.ts',
            find: '!/^\\/(?![/\\\\])/.test(path)',
            replace: '!/^\\/(?![\\\\])/.test(path)',
          },
        ],
      },
      {
        does: 'A path such as /\\evil.example is accepted, and browsers read it like one with two slashes.',
        missed: 'no test tries a backslash. To a browser, it is a slash.',
        edits: [
          { file: 'framework/context.ts', find: '!/^\\/(?![/\\\\])/.test(path)', replace: '!/^\\/(?![/])/.test(path)' },
        ],
      },
      {
        does: 'Every redirect is a 302, whatever status was asked for.',
        missed: 'no test asks for a status of its own, or none looks at the status.',
        edits: [
          {
            file: 'framework/context.ts',
            find: 'return this.status(status).send',
            replace: 'return this.status(302).send',
          },
        ],
      },
    ],
  },
  {
    name: 'timeout',
    edits: [
      {
        file: 'framework/app.ts',
        find: '  limits?: Partial<Limits>;\n',
        replace:
          '  limits?: Partial<Limits>;\n  /** How long the work for a request may take, in milliseconds. Without it, as long as it wants. */\n  timeout?: number;\n',
      },
      {
        file: 'framework/app.ts',
        find: '{ middlewares = [], limits: own }: AppOptions',
        replace: '{ middlewares = [], limits: own, timeout }: AppOptions',
      },
      {
        file: 'framework/app.ts',
        find: 'limits, log: this.#log });',
        replace: 'limits, log: this.#log, timeout });',
      },
      {
        file: 'framework/dispatcher.ts',
        find: '  readonly limits: Limits;\n',
        replace: '  readonly limits: Limits;\n  readonly timeout?: number | undefined;\n',
      },
      {
        file: 'framework/dispatcher.ts',
        find: `    settle(
      () => found.run(ctx),
      (value) => this.#serialize(ctx, outgoing, value),
      (error) => this.#fail(ctx, outgoing, error),
    );`,
        replace: `    let isOver = false;
    const end = (respond: () => void) => {
      clearTimeout(timer);
      if (!isOver) respond();
      isOver = true;
    };
    const { timeout } = this.#options;
    const late = () => end(() => this.#fail(ctx, outgoing, new HttpError(503)));
    const timer = timeout === undefined ? undefined : setTimeout(late, timeout);
    settle(
      () => found.run(ctx),
      (value) => end(() => this.#serialize(ctx, outgoing, value)),
      (error) => end(() => this.#fail(ctx, outgoing, error)),
    );`,
      },
    ],
    bugs: [
      {
        does: 'The response is a 500, as if the program were broken. Clients try again only after a 503.',
        missed: 'no test looks at the status of a request that takes too long.',
        edits: [{ file: 'framework/dispatcher.ts', find: 'new HttpError(503)', replace: 'new HttpError(500)' }],
      },
      {
        does: 'Every handler that returns a promise gets the 503 at once, however quick it is.',
        missed: 'no test has a handler that waits for a moment and is still in time.',
        edits: [{ file: 'framework/dispatcher.ts', find: 'setTimeout(late, timeout)', replace: 'setTimeout(late, 0)' }],
      },
      {
        does: 'A middleware that takes too long is waited for. Only the time of the handler is limited.',
        missed: 'in your tests, only handlers are slow. The limit is for the whole work.',
        edits: [
          {
            file: 'framework/dispatcher.ts',
            find: 'const timer = timeout === undefined ?',
            replace: 'const timer = timeout === undefined || (found as Match).route?.middlewares.length > 0 ?',
          },
        ],
      },
    ],
  },
  {
    name: 'hook',
    edits: [
      {
        file: 'framework/app.ts',
        find: '/** One application: its instances,',
        replace: `/** What a hook learns about a response. */
export interface Report {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** One application: its instances,`,
      },
      {
        file: 'framework/app.ts',
        find: '  #stopping: Promise<void> | undefined;\n',
        replace: '  readonly #hooks: ((report: Report) => unknown)[] = [];\n  #stopping: Promise<void> | undefined;\n',
      },
      {
        file: 'framework/app.ts',
        find: 'limits, log: this.#log });',
        replace: 'limits, log: this.#log, report: (report) => this.#report(report) });',
      },
      {
        file: 'framework/app.ts',
        find: '  /** Every route, with its groups resolved. */',
        replace: `  /** Calls the function after each response. */
  onResponse(hook: (report: Report) => unknown): this {
    this.#hooks.push(hook);
    return this;
  }

  #report(report: Report): void {
    for (const hook of this.#hooks)
      try {
        hook(report);
      } catch (error) {
        this.#log.error('A hook has failed', { error });
      }
  }

  /** Every route, with its groups resolved. */`,
      },
      {
        file: 'framework/dispatcher.ts',
        find: '  readonly limits: Limits;\n',
        replace:
          '  readonly limits: Limits;\n  readonly report: (report: { method: string; path: string; status: number }) => void;\n',
      },
      {
        file: 'framework/dispatcher.ts',
        find: '      send(outgoing, ctx.response);\n',
        replace: `      send(outgoing, ctx.response);
      const { method, path } = ctx.request;
      this.#options.report({ method, path, status: outgoing.statusCode });
`,
      },
    ],
    bugs: [
      {
        does: 'Requests without a route are not reported. Nobody sees that somebody scans for paths.',
        missed: 'no test requests a path without a route, and looks for its report.',
        edits: [
          {
            file: 'framework/dispatcher.ts',
            find: '      this.#options.report({',
            replace: '      if (outgoing.statusCode !== 404) this.#options.report({',
          },
        ],
      },
      {
        does: 'Every response is reported as a 200.',
        missed: 'no test looks at the status in the report of another response than a 200.',
        edits: [{ file: 'framework/dispatcher.ts', find: 'status: outgoing.statusCode', replace: 'status: 200' }],
      },
      {
        does: 'If a hook throws an error, the hooks after it are not called.',
        missed: 'no test has a hook that throws, and another one after it.',
        edits: [
          {
            file: 'framework/app.ts',
            find: "        this.#log.error('A hook has failed', { error });",
            replace: "        return this.#log.error('A hook has failed', { error });",
          },
        ],
      },
    ],
  },
  {
    name: 'etag',
    edits: [
      {
        file: 'framework/dispatcher.ts',
        find: "import type { IncomingMessage, ServerResponse } from 'node:http';",
        replace:
          "import { createHash } from 'node:crypto';\nimport type { IncomingMessage, ServerResponse } from 'node:http';",
      },
      {
        file: 'framework/dispatcher.ts',
        find: '      send(outgoing, ctx.response);\n',
        replace: '      tag(ctx);\n      send(outgoing, ctx.response);\n',
      },
      {
        file: 'framework/dispatcher.ts',
        find: '/** The life of a request:',
        replace: `/** Marks the content of a response, so that a client that has it needn't get it again. */
function tag({ request, response }: Context): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || (response.status || 200) !== 200 || typeof response.body !== 'string') return;
  const etag = \`"\${createHash('sha256').update(response.body).digest('base64url')}"\`;
  response.setHeader('etag', etag);
  const known = request.header('if-none-match').split(',').map((each) => each.trim().replace(/^W\\//, ''));
  if (known.includes(etag) || known.includes('*')) response.status = 304;
}

/** The life of a request:`,
      },
    ],
    bugs: [
      {
        does: 'The tag depends on the length of the content. Clients never see a title in which one letter was corrected.',
        missed: 'no test compares the tags of two responses of the same length.',
        edits: [
          {
            file: 'framework/dispatcher.ts',
            find: '.update(response.body)',
            replace: '.update(String(response.body.length))',
          },
        ],
      },
      {
        does: 'A POST with If-None-Match gets a 304. The client never learns what it has created.',
        missed: 'no test sends If-None-Match with another method than GET.',
        edits: [
          {
            file: 'framework/dispatcher.ts',
            find: "const isRead = request.method === 'GET'",
            replace: "const isRead = request.method === 'POST' || request.method === 'GET'",
          },
        ],
      },
      {
        does: 'If the client knows several versions, it gets the content again.',
        missed: 'every If-None-Match in your tests has a single tag. It may be a list.',
        edits: [
          {
            file: 'framework/dispatcher.ts',
            find: ".split(',').map((each)",
            replace: ".split('|').map((each)",
          },
        ],
      },
    ],
  },
];
