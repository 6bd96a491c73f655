import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Answer, CheckFailure, chapter, examine, examineApplication, inTurn, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { api } from './api.ts';
import loginCsrf from './attacks/login-csrf.ts';

/** Any check may be the one that starts a story, and on a busy machine some of its requests take a while. */
const { step } = chapter(import.meta.url, { deadline: 20_000 });

step(1, (check) => {
  check('a request that changes something is refused if another site has sent it', async (app) => {
    const { refused } = await (await app.once(stories)).requests;
    for (const [what, response] of refused) {
      // There is no route for PATCH, but that isn't what is wrong.
      if (what === 'a PATCH' && response.code === 404) {
        response.status(404).expect(false, 'status 403, got 404', whyNotRefused(what, response));
      }
      response.error(403, 'Cross-origin request rejected', whyNotRefused(what, response));
    }
    await (await app.once(stories)).loginCsrf;
  });

  check(
    'all other requests pass',
    async (app) => {
      const { allowed } = await (await app.once(stories)).requests;
      for (const [what, response] of allowed) {
        response.expect(response.code !== 403, `a status other than 403 for ${what}`, whyRefused(what));
      }
    },
    { alreadyTrue: true },
  );

  check('a refused request does nothing, and is in the audit log', async (app) => {
    const { written, refused, logged } = await (await app.once(stories)).requests;
    // The first check reports those that were not refused.
    const passed = refused.filter(([, { code }]) => code === 201).length;
    written
      .status(200)
      .expect(
        written.body.length <= passed,
        'no post that belongs to a refused request',
        'CrossOriginProtection responds with 403 and calls next() as well, so the handler ran.',
      );
    if (logged) return;
    throw new CheckFailure({
      problem: 'The audit log does not mention a request that was refused.',
      expected: 'a line with event="POST /posts" and status=403',
      cause: 'CrossOriginProtection is before Audit in src/app.options.ts, so Audit never sees what it refuses.',
    });
  });

  examine(check, api, 1);
});

step(2, (check) => {
  check('a preflight from a trusted origin gets permission', async (app) => {
    const { origins, preflights } = await (await app.once(stories)).pages;
    for (const [index, response] of preflights.entries()) {
      response
        .status(204, 'Cors does not end a preflight with ctx.status(204).')
        .header('Access-Control-Allow-Origin', origins[index]!, ({ headers }) =>
          headers.has('access-control-allow-origin')
            ? 'the header does not repeat the Origin of the request.'
            : [notListed('Cors'), 'Cors does not set this header on a preflight.'],
        )
        .expect(
          /(?=.*\bPUT\b)(?=.*\bDELETE\b)/.test(response.headers.get('access-control-allow-methods') ?? ''),
          'Access-Control-Allow-Methods to list PUT and DELETE',
          'the code for a preflight does not set this header.',
        )
        .expect(
          /(?=.*\bauthorization\b)(?=.*\bcontent-type\b)(?=.*\bx-api-key\b)/i.test(
            response.headers.get('access-control-allow-headers') ?? '',
          ),
          'Access-Control-Allow-Headers to list Authorization, Content-Type and X-API-Key',
          'the code for a preflight does not set this header.',
        )
        .header('Access-Control-Max-Age', '600', 'the code for a preflight does not set this header.')
        .expect(
          response.headers.get('access-control-allow-credentials') === null,
          'no Access-Control-Allow-Credentials',
          'with this header on a preflight, a browser sends requests with the cookies of the visitor.',
        );
    }
  });

  check('a trusted origin may read every response, even errors', async (app) => {
    const { origins, responses, asked, audited } = await (await app.once(stories)).pages;
    for (const [code, response] of responses) {
      const why =
        code === 200
          ? 'only a preflight gets this header.'
          : 'the header is set after next(), so it is missing if next() throws.';
      response
        .status(code, ({ code: got }) => (got === 204 ? 'only an OPTIONS is a preflight.' : undefined))
        .header('Access-Control-Allow-Origin', origins[0]!, why)
        .header('Access-Control-Expose-Headers', /\bLink\b.*\bRetry-After\b/, why)
        .header('Vary', /\borigin\b/i, 'Vary is missing, so a cache may give this response to another origin.')
        .header(
          'Vary',
          /\baccept-language\b/i,
          'Cors replaces the Vary of another middleware: append to it with appendHeader.',
        )
        .expect(
          response.headers.get('access-control-allow-credentials') === null,
          'no Access-Control-Allow-Credentials',
          "with this header, pages of this origin can read responses to requests that carry their visitors' cookies.",
        )
        .expect(
          response.headers.get('access-control-allow-methods') === null,
          'no Access-Control-Allow-Methods',
          'the headers for a preflight are sent with every response.',
        );
    }
    asked
      .status(204, 'an OPTIONS without Access-Control-Request-Method is not a preflight, and belongs to the framework.')
      .header('Allow', /GET/, 'Cors responds to an OPTIONS that is not a preflight.');
    if (!audited) return;
    throw new CheckFailure({
      problem: 'The audit log has a line for a preflight to /auth/login.',
      expected: 'no line: a browser sends preflights by itself',
      cause: 'Cors is after Audit in src/app.options.ts.',
    });
  });

  check('any other origin gets no permission', async (app) => {
    const { plain } = await app.once(stories).then(async (acts) => ({ plain: await acts.plain }));
    const { strangers } = await (await app.once(stories)).pages;
    for (const response of strangers) {
      const { Origin: origin } = response.request.headers;
      response
        .expect(
          response.request.method !== 'GET' || response.code === 200,
          'the usual response, which a browser keeps from the page',
          'Cors refuses the request of an unknown origin. It only gives permission: return next().',
        )
        .expect(
          response.headers.get('access-control-allow-origin') === null,
          `no Access-Control-Allow-Origin for ${origin ? `the origin ${origin}` : 'a request without an Origin'}`,
          'the origin is reflected, or compared only in part. Only exact matches of TrustedOrigins may pass.',
        )
        .header(
          'Vary',
          /\borigin\b/i,
          'Vary is only set for trusted origins: a cache would give this response to them.',
        );
    }
    plain.options
      .status(204, 'Cors responds to an OPTIONS that is not a preflight. Leave that to the framework.')
      .header('Allow', /GET/, 'Cors responds to an OPTIONS that is not a preflight. Leave that to the framework.');
    plain.posts.expect(
      ![...plain.posts.headers.keys()].some((name) => name.startsWith('access-control-')),
      'no header that begins with Access-Control',
      'Cors sets such a header for every request, and not only for those of a trusted origin.',
    );
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('every response has the security headers', async (app) => {
    const { unset, preflights } = await (await app.once(stories)).pages;
    const plain = await (await app.once(stories)).plain;
    for (const response of [plain.posts, plain.missing, plain.me, unset, preflights[0]!]) {
      response
        .header(
          'X-Content-Type-Options',
          'nosniff',
          response === preflights[0]
            ? 'SecurityHeaders is after Cors, which responds to a preflight itself.'
            : notListed('SecurityHeaders'),
        )
        .header('Content-Security-Policy', /(?=.*default-src 'none')(?=.*frame-ancestors 'none')/)
        .header('Referrer-Policy', 'no-referrer')
        .header('Cross-Origin-Resource-Policy', 'same-origin');
      const isSecure = [unset, preflights[0]].includes(response);
      response.expect(
        (response.headers.get('strict-transport-security') !== null) === isSecure,
        'Strict-Transport-Security unless NODE_ENV is development',
        'the condition has changed. Over HTTPS, a browser remembers this header for a year, even for localhost.',
      );
    }
  });

  check('personal responses are not stored, public ones may be', async (app) => {
    const { personal, open } = await (await app.once(stories)).caching;
    for (const [what, response] of personal) {
      response.header('Cache-Control', /\bno-store\b/, whyStored(what));
    }
    for (const response of open) {
      response.expect(
        response.headers.get('cache-control') === null,
        `no Cache-Control for ${response.request.path}`,
        'every response is no-store, even one that is the same for everyone.',
      );
    }
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check(
    'version 1 responds as before',
    async (app) => {
      const { v1 } = await (await app.once(stories)).versions;
      v1.list.status(200).json(v1.plainList, 'listV1 or PostsService.list has changed.');
      v1.show.status(200).json(v1.plainShow, 'showV1 or PostsService.find has changed.');
      v1.draft.error(404, 'Post not found', 'PostsService.find returns drafts again.');
      v1.missing.error(404, 'Post not found');
    },
    { alreadyTrue: true },
  );

  check('version 2 has an envelope, and no email', async (app) => {
    const { v2, post, author } = await (await app.once(stories)).versions;
    const { id, title, content, created_at, updated_at } = post;
    const entry = { id, title, content, author, created_at, updated_at };
    const cause = (response: Answer) => {
      const { data } = response.body ?? {};
      const handler = response === v2.list ? 'listV2' : 'showV2';
      if (data === undefined) return `${handler} responds without \`data\`, as version 1 does.`;
      if (data?.length === 0) return 'PostsService.list does not return a post that is published.';
      if (!response.content.includes('@'))
        return 'toPostV2 leaves a field out, has one too many, or gives one the wrong value; or the envelope is different.';
      const copied = 'toPostV2 copies the author, with the email and the role, instead of building { id, name }.';
      return response.content.includes('"author_id"') ? [`${handler} does not call toPostV2.`, copied] : copied;
    };
    v2.list.status(200).json({ data: [entry], count: 1 }, cause);
    v2.show.status(200).json({ data: entry }, cause);
    const [page] = (await (await app.once(stories)).paging).v2 as [Answer, ...Answer[]];
    const { data = [], count } = page.status(200).body as { data?: unknown[]; count?: number };
    page.expect(
      count === data.length,
      `a count of ${data.length}, the number of posts on this page, got ${count}`,
      'count is a constant, or the number of all posts.',
    );
    page.expect(
      !page.content.includes('note_of_editor'),
      'version 2 to omit a column that was added to the table',
      'toPostV2 copies the fields of a post with `...` and removes some of them. Build the object field by field.',
    );
  });

  check(
    'version 2 has no drafts',
    async (app) => {
      const { v2 } = await (await app.once(stories)).versions;
      const missing = 'showV2 does not check whether there is a post.';
      v2.draft.error(404, 'Post not found', unlessMisspelled(v2.draft, 'PostsService.find returns drafts again.'));
      v2.missing.error(404, 'Post not found', unlessMisspelled(v2.missing, missing));
      v2.v3.error(404, 'Not Found', 'there is a route for a third version.');
    },
    { alreadyTrue: true },
  );

  check('version 1 announces its end, version 2 does not', async (app) => {
    const { v1, v2, unprefixed, staying } = await (await app.once(stories)).versions;
    for (const response of [v1.list, v1.show, v1.missing, ...unprefixed]) {
      const { path } = response.request;
      const whyMissing =
        response === v1.missing
          ? 'deprecated sets the headers after next(), so they are missing if next() throws.'
          : `the route ${path} does not list deprecated.`;
      response
        .header('Deprecation', /^@\d{9,10}$/, ({ headers }) =>
          headers.has('deprecation')
            ? 'the date is in milliseconds, or is not written as @ and a number of seconds.'
            : whyMissing,
        )
        .header('Sunset', /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, ({ headers }) =>
          headers.has('sunset')
            ? 'the date is not in the form that toUTCString() returns.'
            : 'deprecated does not set this header.',
        );
      const since = Number(response.headers.get('deprecation')!.slice(1)) * 1000;
      response.expect(
        Date.parse(response.headers.get('sunset')!) > since,
        'a Sunset after the Deprecation',
        'the two dates are swapped.',
      );
    }
    const [later] = (await (await app.once(stories)).paging.catch(() => undefined))?.v1 ?? [];
    for (const [header, because] of [
      ['Sunset', 'the end of version 1 moves with the clock, so it never comes. Write the date into the code.'],
      ['Deprecation', 'the date moves with the clock: nobody sees since when. Write it into the code.'],
    ] as const) {
      const dates = [v1.list, later ?? v1.list].map(({ headers }) => headers.get(header));
      v1.list.expect(
        dates[0] === dates[1],
        `the same ${header} in every response, got ${dates.join(' and later ')}`,
        because,
      );
    }
    for (const response of [v2.list, v2.show]) {
      response.expect(
        response.headers.get('deprecation') === null && response.headers.get('sunset') === null,
        'no Deprecation and no Sunset in version 2',
        'deprecated is listed for the group /api, and not only for /v1.',
      );
    }
    for (const response of staying) {
      const { method, path } = response.request;
      response.expect(
        response.headers.get('deprecation') === null && response.headers.get('sunset') === null,
        `no Deprecation and no Sunset for ${method} ${path}, which has no second version`,
        'deprecated is listed for more routes of PostsController than GET /posts and GET /posts/:id.',
      );
    }
  });

  examine(check, api, 4);
});

step(5, (check) => {
  check('GET /posts responds with one page, and a link to the next one', async (app) => {
    await (await app.once(stories)).versions;
    const { usual, small, large, v1, v2, rows, atTheDraft } = await (await app.once(stories)).paging;
    const [first] = usual as [Answer, ...Answer[]];
    first
      .status(200)
      .expect(
        first.body.length === 50,
        `an array of 50 posts, got ${first.body.length}`,
        first.body.length > 50
          ? 'the whole list is in the response: PostsController.index does not use inPages.'
          : 'PostsService.list returns fewer posts than inPages requests.',
      );
    first.header('Link', /^<.+>; rel="next"$/, [
      'PostsController.index does not use inPages, which sets this header, or does not pass the page on to list(…).',
      'PostsService.list has a limit of its own: inPages requests one post more than it returns.',
    ]);
    first.expect(
      rows !== undefined && rows <= 51,
      `a query that returns 51 rows, got ${rows}`,
      'inPages cuts the page off, but the database has returned the whole list: PostsService.list has no `limit`.',
    );
    large[0]!.expect(
      large.length === 1 && large[0]!.body.length === 61,
      `61 posts on one page, got ${large[0]!.body.length} on the first of ${large.length}`,
      'PostsService.list has a limit of its own, and not that of the page.',
    );
    for (const [index, pages] of [usual, small, v1].entries()) {
      const posts = pages.flatMap((page) => page.body as { id: string; created_at: string }[]);
      const sorted = [...posts].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
      pages
        .at(-1)!
        .status(200)
        .expect(
          new Set(posts.map(({ id }) => id)).size === 61 && posts.length === 61,
          `61 posts on ${[2, 9, 2][index]} pages, each of them once, got ${posts.length} on ${pages.length} pages`,
          pages.length === mostPages
            ? 'the query does not use `after`, so every page is the first one.'
            : 'the condition compares the time alone, so posts of the same millisecond are lost or come twice.',
        )
        .expect(
          posts.every(({ id }, position) => id === sorted[position]?.id),
          'the newest post first, and for posts of the same millisecond the greater id',
          'the order of PostsService.list has changed.',
        );
    }
    v2.at(-1)!
      .status(200)
      .expect(
        v2.length === 2 && v2.reduce((sum, { body }) => sum + (body.data?.length ?? 0), 0) === 61,
        `61 posts on 2 pages in version 2 as well, got ${v2.length === 1 ? 'a single page' : `${v2.length} pages`}`,
        'listV2 does not use inPages, so version 2 has no link to the next page.',
      );
    atTheDraft.status(200).expect(
      (atTheDraft.body as { published: boolean }[]).every(({ published }) => published),
      'no draft, wherever the page begins',
      'the condition has an `or` without parentheses. `and` binds more tightly, so `published` only counts for one half.',
    );
  });

  examine(check, api, 5);
});

step(6, (check) => {
  check('a body of more than 64 KiB is 413', async (app) => {
    const { large, largeLogin, fitting } = await (await app.once(stories)).versions;
    large.error(413, 'Payload Too Large', 'limits.body is larger than 64 KiB, or missing.');
    largeLogin.error(
      413,
      'Payload Too Large',
      'one handler or middleware compares the size, and other routes still read everything: set limits.body.',
    );
    fitting.status(201, because(fitting, 'a post of 65,000 characters is smaller than 64 KiB, and was refused.'));
  });

  check('a client that never finishes its headers is disconnected after five seconds', async (app) => {
    const { headers } = await (await app.once(stories)).timeouts;
    if (headers === 5_000) return;
    throw new CheckFailure({
      problem: `The server gives a client ${headers / 1000} seconds to send the headers.`,
      expected: '5 seconds',
      cause:
        headers < 5_000
          ? 'limits.headersTimeout is smaller: it is in milliseconds.'
          : 'limits.headersTimeout is missing or larger: it is in milliseconds.',
    });
  });

  check('a request may take ten seconds', async (app) => {
    const { request: timeout } = await (await app.once(stories)).timeouts;
    if (timeout === 10_000) return;
    throw new CheckFailure({
      problem: `The server gives a client ${timeout / 1000} seconds to send a request.`,
      expected: '10 seconds',
      cause:
        timeout === 30_000
          ? 'limits.requestTimeout is missing, so the default of the framework applies.'
          : 'limits.requestTimeout is another number: it is in milliseconds.',
    });
  });

  check(
    'a program that is asked to stop finishes what it has begun',
    async (app) => {
      const { last, exitCode } = await (await app.once(stories)).ending;
      if (last !== 200) {
        throw new CheckFailure({
          problem: `A login was running when the program was asked to stop, and got ${last || 'no response'}.`,
          expected: 'a 200 before the program ends',
          cause: 'the program handles the signal itself, or calls process.exit.',
        });
      }
      if (exitCode !== 0) {
        throw new CheckFailure({
          problem: `The program ended with the exit code ${exitCode}.`,
          expected: 'the exit code 0',
          cause: 'something that the program has started never ends, so the framework gave up after ten seconds.',
        });
      }
    },
    { alreadyTrue: true },
  );

  examine(check, api, 6);
  examineApplication(check, api);
});

/** Links that `tellPaging` follows: more than any list here has. */
const mostPages = 40;
const bytes = 'limits.body counts bytes: 64 KiB are 64 * 1024 bytes.';
const notListed = (name: string) => `${name} is missing from the middlewares in src/app.options.ts.`;

/** A limit that is too small refuses bodies where nobody expects it. */
function because({ code }: Answer, otherwise?: string): string | undefined {
  return code === 413 ? bytes : otherwise;
}

function unlessMisspelled({ code }: Answer, otherwise: string): string {
  return code === 404 ? 'the error message is spelled differently.' : otherwise;
}

function whyNotRefused(what: string, { code }: Answer): string | string[] {
  if (code === 403) return 'the error message is spelled differently.';
  if (what.includes('same-site')) {
    return 'same-site counts as ours. A sibling domain such as evil.example.com is same-site, and somebody else may run it.';
  }
  const [, method] = /^a (PUT|DELETE|PATCH)$/.exec(what) ?? [];
  if (method !== undefined) {
    const listed = `the code lists the methods that it refuses, without ${method}. List those that may pass: GET, HEAD and OPTIONS.`;
    return code === 500 ? [listed, 'next() is called before the request is refused, so the handler ran.'] : listed;
  }
  if (what.includes('claims'))
    return 'Origin is checked although there is a Sec-Fetch-Site, which no page can influence.';
  if (what.includes('port'))
    return 'only the host names are compared. A page of another port has another origin: compare `host`, which includes the port.';
  if (what.includes('nobody'))
    return 'the code lists the values that it refuses. List those that may pass: same-origin and none.';
  if (what.includes('our host'))
    return 'the Origin only has to contain the Host. Compare the Host with `new URL(origin).host`.';
  if (what.includes('null') && code === 500)
    return 'new URL(…) throws if the Origin is null. Call URL.canParse(origin) first.';
  if (what.includes('null')) return 'the Origin null counts as no Origin. Any site can send it from a sandboxed frame.';
  if (what.includes('Origin')) return 'without Sec-Fetch-Site, the Origin is not compared with the Host.';
  return [notListed('CrossOriginProtection'), `it lets ${what} pass.`];
}

function whyRefused(what: string): string {
  if (/HEAD|OPTIONS/.test(what))
    return `${what} is refused. GET, HEAD and OPTIONS are the safe methods: let all three pass.`;
  if (what.includes('GET')) return 'a GET is refused. It changes nothing, and links from other sites must work.';
  if (what.includes('trusted')) return 'an origin in CORS_ORIGINS is refused: call this.trusted.has(…).';
  if (what.includes('neither'))
    return 'a request with neither Sec-Fetch-Site nor Origin is refused. It comes from a program, not a browser.';
  if (what.includes('same-origin')) return 'the value same-origin is refused. It means that a page of ours sent it.';
  if (what.includes('none')) return 'the value none is refused. It means that the user has started the request.';
  return 'a request from our own origin is refused: compare the host of the Origin with the Host header, and not the scheme, which a proxy may have changed.';
}

function whyStored(what: string): string[] {
  if (what.includes(' with a')) {
    return [
      'the condition reads headers such as Authorization. A session or an API key authenticates as well: check user_id.',
    ];
  }
  if (what.includes('error')) return ['the header is set after next(), and next() has thrown. Use finally.'];
  if (what.includes('/auth')) return ['the condition does not include everything below /auth/.'];
  return [
    'no condition checks whether the context has a user_id.',
    'the condition is evaluated before next(), when nobody has authenticated yet.',
  ];
}

interface Person {
  email: string;
  password: string;
  name: string;
  token: string;
  user: { id: string; role: string };
}

/** Runs inside the first program: prints the timeouts, because waiting for them would take too long. */
const observer = `
  import http from 'node:http';
  import { syncBuiltinESMExports } from 'node:module';
  const { createServer } = http;
  http.createServer = (...given) => {
    const { headersTimeout, requestTimeout } = given[0] ?? {};
    if (requestTimeout) console.log('TIMEOUTS ' + headersTimeout + ' ' + requestTimeout);
    return createServer(...given);
  };
  syncBuiltinESMExports();
`;

/** Runs inside the second program: an outer middleware has set Vary. */
const languages = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', ({ built }) => {
    const cors = built.map(({ instance }) => instance).find((one) => one?.constructor?.name === 'Cors');
    const handle = cors.handle.bind(cors);
    cors.handle = (ctx, next) => {
      ctx.response.appendHeader('Vary', 'Accept-Language');
      return handle(ctx, next);
    };
  });
`;

/**
 * Two programs on one file, one after the other: the first is for development, and has no trusted origins; the second has two,
 * and nobody has set NODE_ENV.
 * Starting a program takes most of a run, so there are only two.
 */
async function stories(app: Session) {
  const env = { BCRYPT_COST: '4', DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const origins = [`https://${random.word()}.example`, `https://${random.word()}.example:8443`];
  const first = app.fresh({ ...env, CORS_ORIGINS: '', NODE_ENV: 'development', TRELLIS_OBSERVER: observer });
  const second = app.fresh({
    ...env,
    CORS_ORIGINS: origins.join(', '),
    NODE_ENV: undefined,
    TRELLIS_TRACE: '1',
    TRELLIS_OBSERVER: languages,
  });
  const acts = inTurn({
    plain: () => tellPlain(first),
    versions: () => tellVersions(first),
    caching: async (): Promise<Awaited<ReturnType<typeof tellCaching>>> => tellCaching(first, (await acts.versions).me),
    loginCsrf: () => first.attack(loginCsrf),
    ending: async (): Promise<{ last: number; exitCode: number | null }> =>
      stopDuring(first, '/auth/login', login((await acts.versions).me)),
    restart: async () => {
      await first.stop();
      await writePosts(env.DATABASE_URL, (await acts.versions).me.user.id);
    },
    timeouts: async () => {
      const [, headers, request] = /TIMEOUTS (\d+) (\d+)/.exec(await first.output()) ?? [];
      return { headers: Number(headers), request: Number(request) };
    },
    requests: () => tellRequests(second, origins),
    paging: async (): Promise<Awaited<ReturnType<typeof tellPaging>>> =>
      tellPaging(second, (await acts.versions).draft.created_at),
    pages: () => tellPages(second, origins),
  });
  return acts;
}

/** Step 1: the same request, as different browsers and programs would send it. */
async function tellRequests(program: Session, origins: string[]) {
  const me = await register(program);
  const host = new URL(await program.url()).host;
  const evil = 'https://evil.example';
  const cases: Record<string, Record<string, string>> = {
    'a request with Sec-Fetch-Site: cross-site': { Origin: evil, 'Sec-Fetch-Site': 'cross-site' },
    'a request with Sec-Fetch-Site: same-site': { Origin: evil, 'Sec-Fetch-Site': 'same-site' },
    'a cross-site request that claims our own origin': { Origin: `http://${host}`, 'Sec-Fetch-Site': 'cross-site' },
    'a request with a foreign Origin': { Origin: evil },
    'a request with the Origin null': { Origin: 'null' },
    'a request with an Origin that contains our host': { Origin: `http://${host}.evil.example` },
    'a request with an Origin that ends in our host': { Origin: `http://evil${host}` },
    'a request with the Origin of another port': { Origin: `http://${host.split(':')[0]}:1` },
    'a request with a Sec-Fetch-Site that nobody knows': { 'Sec-Fetch-Site': random.word() },
  };
  const refused: [string, Answer][] = [];
  const send = (method: string, path: string, headers: Record<string, string>) =>
    program.send(
      method,
      path,
      { title: random.word(), content: random.word() },
      {
        headers: { Authorization: `Bearer ${me.token}`, ...headers },
      },
    );
  for (const [what, headers] of Object.entries(cases)) refused.push([what, await send('POST', '/posts', headers)]);
  const foreign = cases['a request with Sec-Fetch-Site: cross-site']!;
  refused.push(['a PUT', await send('PUT', `/posts/${randomUUID()}`, foreign)]);
  refused.push(['a DELETE', await send('DELETE', `/posts/${randomUUID()}`, foreign)]);
  // There is no such route yet, but the protection must not depend on that.
  refused.push(['a PATCH', await send('PATCH', `/posts/${randomUUID()}`, foreign)]);
  const written = await program.get('/my-posts', bearer(me.token));
  const output = await program.output();
  const logged = /"event":"POST \/posts"[^\n]*"status":403|"status":403[^\n]*"event":"POST \/posts"/.test(output);

  const allowed: [string, Answer][] = [
    ['a GET from another site', await program.get('/posts', { headers: foreign })],
    ['a HEAD from another site', await program.send('HEAD', '/posts', undefined, { headers: foreign })],
    ['an OPTIONS from another site', await program.send('OPTIONS', '/posts', undefined, { headers: foreign })],
    ['a POST with Sec-Fetch-Site: same-origin', await send('POST', '/posts', { 'Sec-Fetch-Site': 'same-origin' })],
    ['a POST with Sec-Fetch-Site: none', await send('POST', '/posts', { 'Sec-Fetch-Site': 'none' })],
    ['a POST with our own Origin', await send('POST', '/posts', { Origin: `http://${host}` })],
    ['a POST with our own Origin over HTTPS', await send('POST', '/posts', { Origin: `https://${host}` })],
    ['a POST with neither header', await send('POST', '/posts', {})],
    [
      'a POST from a trusted origin',
      await send('POST', '/posts', { Origin: origins[1]!, 'Sec-Fetch-Site': 'cross-site' }),
    ],
  ];
  return { refused, allowed, written, logged };
}

/** Step 2: no trusted origins, and NODE_ENV is development. */
async function tellPlain(program: Session) {
  return {
    posts: await program.get('/posts'),
    missing: await program.get(`/${random.word()}`),
    me: await program.get('/auth/me'),
    options: await program.send('OPTIONS', '/posts'),
  };
}

/** Step 3: responses for one user, and for everyone. */
async function tellCaching(program: Session, me: Person) {
  const { token } = me;
  const session = await program.get('/auth/session');
  const made = await program.post('/auth/api-keys', { name: random.word() }, bearer(token));
  const personal: [string, Answer][] = [
    ['/my-posts', await program.get('/my-posts', bearer(token))],
    ['/my-posts with an API key', await program.get('/my-posts', { headers: { 'X-API-Key': made.body.key } })],
    ['/my-posts with a session', await program.get('/my-posts', { headers: { Cookie: await signIn(program, me) } })],
    ['/auth/me', await program.get('/auth/me', bearer(token))],
    ['/auth/session', session],
    ['a refusal by requireRole', await program.get('/admin/users', bearer(token))],
    ['an error of POST /posts', await program.post('/posts', {}, bearer(token))],
    ['an error of /auth/login', await program.post('/auth/login', {})],
    ['an unknown path below /auth/', await program.get(`/auth/${random.word()}`)],
  ];
  return { personal, open: [await program.get('/posts'), await program.get('/api/v1/posts')] };
}

/** Steps 4 and 6: a post and a draft, a large body and one that fits. */
async function tellVersions(program: Session) {
  const me = await register(program);
  const write = (content: string) => program.post('/posts', { title: random.word(), content }, bearer(me.token));
  const [first, second] = [await write(random.sentence()), await write(random.sentence())];
  const draft = second.status(201, because(second)).body;
  const { id, title, content } = first.status(201, because(first)).body;
  await program.put(`/posts/${id}`, { title, content, published: true }, bearer(me.token));
  const unprefixed = [await program.get('/posts'), await program.get(`/posts/${id}`)] as const;
  const version = async (name: string) => ({
    list: await program.get(`/api/${name}/posts`),
    show: await program.get(`/api/${name}/posts/${id}`),
    draft: await program.get(`/api/${name}/posts/${draft.id}`),
    missing: await program.get(`/api/${name}/posts/${randomUUID()}`),
  });
  const [plainList, plainShow] = [unprefixed[0].status(200).body, unprefixed[1].status(200).body];
  const v1 = { ...(await version('v1')), plainList, plainShow };
  const v2 = { ...(await version('v2')), v3: await program.get('/api/v3/posts') };
  const [large, fitting] = [await write('x'.repeat(70_000)), await write('x'.repeat(65_000))];
  const largeLogin = await program.post('/auth/login', { email: random.email(), password: 'x'.repeat(70_000) });
  const author = { id: me.user.id, name: me.name };
  const staying = [first, await program.get('/my-posts', bearer(me.token))];
  return { me, v1, v2, unprefixed, staying, draft, post: plainShow, author, large, largeLogin, fitting };
}

/** Step 2: requests by pages of trusted origins, and of others. */
async function tellPages(program: Session, origins: string[]) {
  const preflight = (Origin: string, path = '/posts/1') =>
    program.send('OPTIONS', path, undefined, { headers: { Origin, 'Access-Control-Request-Method': 'PUT' } });
  const preflights = [await preflight(origins[0]!), await preflight(origins[1]!)];
  const headers = { Origin: origins[0]! };
  const responses: [number, Answer][] = [
    [200, await program.get('/posts', { headers })],
    [200, await program.get('/posts', { headers: { ...headers, 'Access-Control-Request-Method': 'GET' } })],
    [401, await program.get('/auth/me', { headers })],
    [404, await program.get(`/${random.word()}`, { headers })],
    [400, await program.post('/auth/login', {}, { headers })],
  ];
  const asked = await program.send('OPTIONS', '/posts', undefined, { headers });
  const trusted = origins[0]!;
  const others = [
    'https://evil.example',
    `${trusted}.evil.example`,
    trusted.slice(0, -1),
    trusted.replace('//', '//evil'),
    trusted.replace('https', 'http'),
    'null',
  ];
  const strangers: Answer[] = [await program.get('/posts')];
  for (const Origin of others) {
    strangers.push(await program.get('/posts', { headers: { Origin } }), await preflight(Origin));
  }
  await preflight(trusted, '/auth/login');
  const audited = (await program.output()).includes('"event":"OPTIONS /auth/login"');
  return { origins, preflights, responses, asked, audited, strangers, unset: responses[0]![1] };
}

/** 60 posts, always two in the same millisecond, so that their ids decide on the order. */
async function writePosts(address: string, author_id: string): Promise<void> {
  const db = await openDatabase(address);
  try {
    await db.transaction(async (tx) => {
      // What somebody might add next year. Version 2 must not publish it.
      await tx.run`alter table posts add column note_of_editor text not null default 'not for readers'`;
      for (let count = 0; count < 60; count++) {
        const at = new Date(Date.UTC(2020, 0, 1) + Math.floor(count / 2)).toISOString();
        await tx.run`
          insert into posts (id, title, content, author_id, published, created_at, updated_at)
          values (${randomUUID()}, ${random.word()}, ${random.sentence()}, ${author_id}, ${true}, ${at}, ${at})`;
      }
    });
  } finally {
    await db.onStop();
  }
}

/** Step 5: a list that is longer than a page. Follows the links, but not forever. */
async function tellPaging(program: Session, draftedAt: string) {
  const follow = async (path: string) => {
    const pages: Answer[] = [];
    for (let next: string | undefined = path; next !== undefined && pages.length < mostPages; ) {
      const response: Answer = await program.get(next);
      pages.push(response);
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return pages;
  };
  const traced = (await program.running()).nextTrace(({ path }) => path === '/posts');
  traced.catch(() => {});
  const usual = await follow('/posts');
  const { rows } = (await traced).steps.find(({ kind }) => kind === 'query') ?? {};
  const [small, large, v1, v2] = [
    await follow('/posts?limit=7'),
    await follow('/posts?limit=100'),
    await follow('/api/v1/posts'),
    await follow('/api/v2/posts'),
  ];
  // Sorts after every id of that millisecond, so the page begins where the draft would be.
  const atTheDraft = await program.get(`/posts?after=${encodeURIComponent(`${draftedAt}_~`)}`);
  return { usual, small, large, v1, v2, rows, atTheDraft };
}

function login({ email, password }: { email: string; password: string }) {
  return { email, password };
}

/** Returns the cookie of a new session. */
async function signIn(app: Session, me: Person): Promise<string> {
  const response = await app.post('/auth/session', login(me));
  response.status(200, 'signing in no longer works as in the chapter before.');
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function register(app: Session): Promise<Person> {
  const body = { email: random.email(), password: random.sentence(), name: random.word() };
  const response = await app.post('/auth/register', body);
  const isProtected = response.code === 403 ? whyRefused('neither') : undefined;
  response.status(201, because(response, isProtected ?? 'registering no longer works as in the chapter before.'));
  return { ...body, ...response.body };
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function keyOf({ created_at, id }: { created_at: string; id: string }): string {
  return `${created_at} ${id}`;
}

/**
 * Asks the program to stop while it works on a request: its `100 Continue` says that it has begun, and the body follows
 * afterwards. Returns the status of the response, 0 if there is none, and the exit code.
 */
async function stopDuring(
  app: Session,
  path: string,
  body: object,
): Promise<{ last: number; exitCode: number | null }> {
  const { hostname, port } = new URL(await app.url());
  const json = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    received += piece;
  });
  socket.setTimeout(10_000, () => socket.destroy());
  // Not `once`, which rejects if the program resets the connection: then the result is that none has arrived.
  const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
  const stopped = app.stop();
  socket.write(json);
  const exitCode = await stopped;
  await closed;
  return { last: Number(/\r\n\r\nHTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0), exitCode };
}
