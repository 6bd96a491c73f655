import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Answer, CheckFailure, chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET / is a page with the published posts', async (app) => {
    const { web, post, draft, author } = await app.once(blog);
    const answer = await web.get('/');
    answer
      .page(200, 'the platform in pages.options.ts is web({ … }).')
      .expect(
        answer.content.includes(`href="/posts/${post.id}"`) && textOf(answer).includes(post.title),
        `a link to /posts/${post.id} with the title ${post.title}`,
        escapedTags(answer) ?? 'listView makes an <a> for each post.',
      )
      .expect(textOf(answer).includes(author.name), `the name of the author, ${author.name}`, 'byline(post) has it.')
      .expect(
        !textOf(answer).includes(draft.title),
        'a list without drafts',
        'posts.list() gives what everybody may read, and stands in ReadingController already.',
      )
      .expect(isInLayout(answer), 'a page in the layout', 'serialize hands the view to layout(view, ctx).');
  });

  check('GET /posts/:id shows a post, and a draft is 404', async (app) => {
    const { web, post, draft } = await app.once(blog);
    const answer = await web.get(`/posts/${post.id}`);
    answer
      .page(200)
      .expect(
        textOf(answer).includes(post.title) && textOf(answer).includes(post.content),
        `the title ${post.title} and the text ${post.content}`,
        'the frame writes the title of the view. The content is for its main, in html`…`.',
      );
    for (const id of [draft.id, randomUUID()]) {
      const missing = await web.get(`/posts/${id}`);
      missing
        .page(404, 'ReadingController refuses what is not published, and errorPage makes a page of that.')
        .expect(textOf(missing).includes('Post not found'), 'the words "Post not found"')
        .expect(
          isInLayout(missing),
          'an error page in the layout',
          'errorPage hands a view to layout(view, ctx), too.',
        );
    }
  });

  check('what an author types stays text', async (app) => {
    const { web, attack } = await app.once(blog);
    for (const path of ['/', `/posts/${attack.id}`]) {
      const answer = await web.get(path);
      answer
        .page(200)
        .expect(
          !/<script|<img[^>]*onerror/i.test(answer.content),
          'a page without the tags that an author has typed',
          'every value goes into html`…` as it is, and html escapes it. raw(…) would vouch for it.',
        )
        .expect(
          textOf(answer).includes(attack.title),
          `the title as text, in &lt; and &gt;: ${attack.title}`,
          escapedTags(answer) ??
            'do not remove anything from what the author wrote: it is text, and html knows how to write it.',
        );
    }
  });

  check(
    'the policy allows no script at all',
    async (app) => {
      const { web } = await app.once(blog);
      const answer = await web.get('/');
      answer
        .header('Content-Security-Policy', /^default-src 'none'; style-src 'self'; .*form-action 'self'/)
        .expect(
          !/script-src|unsafe/.test(answer.headers.get('content-security-policy') ?? ''),
          'a policy without script-src',
          'PageHeaders comes behind SecurityHeaders, in pages.options.ts.',
        );
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('GET /auth/sign-in is a form', async (app) => {
    const { web } = await app.once(blog);
    const answer = await web.get('/auth/sign-in');
    const form = formOf(answer.content, '/auth/sign-in');
    answer
      .page(200)
      .expect(
        form !== undefined && /method="post"/i.test(form),
        'a form with method="post" and action="/auth/sign-in"',
        "form(ctx, '/auth/sign-in', …) makes it.",
      )
      .expect(
        ['email', 'password'].every((name) => form?.includes(`name="${name}"`) && form.includes(`for="${name}"`)),
        'the fields email and password, each with a label',
        escapedTags(answer) ?? 'field({ name, label, … }) makes both.',
      )
      .expect(
        /type="password"/.test(form ?? ''),
        'a field of the type password',
        'or everybody nearby can read along.',
      );
  });

  check('the right password signs in, and sends the browser on', async (app) => {
    const { web, author } = await app.once(blog);
    const browser = new Browser(web);
    const answer = await browser.signIn(author);
    answer
      .redirect('/', "ctx.redirect('/', 303): after 303 the browser asks with GET, and a reload sends nothing twice.")
      .expect(browser.cookie('session_id') !== '', 'a cookie session_id', 'setSessionCookie, as in chapter 13.');
    const start = await browser.get('/');
    start
      .page(200)
      .expect(
        textOf(start).includes(author.name) && textOf(start).includes('Sign out'),
        `the name of the user, ${author.name}, at the top of the page`,
        'Visitor finds the session by its cookie. Is it the one that sessions.create gave?',
      );
  });

  check('a wrong password brings the form back, with the email and without the password', async (app) => {
    const { web, author } = await app.once(blog);
    const attempts = [
      { email: author.email, password: random.sentence() },
      { email: random.email(), password: random.sentence() },
      { email: random.word(), password: random.sentence() },
    ];
    for (const attempt of attempts) {
      const browser = new Browser(web);
      const answer = await browser.submit('/auth/sign-in', '/auth/sign-in', attempt);
      const form = formOf(answer.content, '/auth/sign-in');
      answer
        .page(401, 'ctx.status(401), and then return the view: also for what is no email at all.')
        .expect(form !== undefined, 'the form again')
        .expect(
          typedInto(form ?? '', 'email') === attempt.email,
          `the email ${attempt.email} in its field`,
          'the view gets the email that was typed, whatever it was.',
        )
        .expect(
          !answer.content.includes(attempt.password),
          'a page without the password',
          'a page is kept, printed, and shown to others. A password never goes back.',
        )
        .expect(browser.cookie('session_id') === '', 'no session');
    }
    const empty = await new Browser(web).submit('/auth/sign-in', '/auth/sign-in', { email: '', password: '' });
    empty.page(401, 'an empty form is no login either.');
    const messages = await Promise.all(
      attempts.slice(0, 2).map(async ({ email, password }) => {
        const answer = await new Browser(web).submit('/auth/sign-in', '/auth/sign-in', { email, password });
        return textOf(answer).replaceAll(email, '');
      }),
    );
    empty.expect(
      messages[0] === messages[1],
      'the same page for a wrong password and for an unknown email',
      'the page must not tell who is registered here.',
    );
  });

  check('five wrong passwords close this door, too', async (app) => {
    const { web, guessed } = await app.once(blog);
    const browser = new Browser(web);
    for (let guess = 0; guess < 5; guess++) {
      const answer = await browser.submit('/auth/sign-in', '/auth/sign-in', { ...guessed, password: random.word() });
      answer.page(401);
    }
    const answer = await browser.signIn(guessed);
    answer
      .page(429, 'the route has middlewares: [LoginLimit], as the other doors have.')
      .header('Retry-After', /^([1-9]|[1-5]\d|60)$/)
      .expect(browser.cookie('session_id') === '', 'no session');
  });

  check('signing in again ends the session before', async (app) => {
    const { web, author } = await app.once(blog);
    const browser = new Browser(web);
    (await browser.signIn(author)).redirect('/');
    const old = browser.cookie('session_id');
    (await browser.signIn(author)).redirect('/');
    await isForgotten(
      web,
      author,
      old,
      'sessions.destroy(readSessionCookie(ctx)) comes first, as in SessionsController: who has copied the old cookie must not stay.',
    );
  });

  check('signing out ends the session', async (app) => {
    const { web, author } = await app.once(blog);
    const browser = new Browser(web);
    (await browser.signIn(author)).redirect('/');
    const old = browser.cookie('session_id');
    const answer = await browser.submit('/', '/auth/sign-out', {});
    answer.redirect('/');
    answer.expect(
      browser.cookie('session_id') === '',
      'a Set-Cookie that clears session_id',
      'clearSessionCookie(ctx), as in chapter 13.',
    );
    await isForgotten(web, author, old, 'a session ends when the server forgets it: sessions.destroy.');
  });
});

step(3, (check) => {
  check('strangers are sent to the sign-in form', async (app) => {
    const { web } = await app.once(blog);
    const browser = new Browser(web);
    const hidden = await browser.hidden('/auth/sign-in', '/auth/sign-in');
    const form = { ...hidden, title: random.word(), content: random.word() };
    const answers = [
      await browser.get('/my-posts'),
      await browser.get('/my-posts/new'),
      await browser.post('/my-posts', form),
      await browser.post(`/my-posts/${randomUUID()}/publish`, hidden),
    ];
    for (const answer of answers) {
      ownForm(stoppedAtTheDoor(answer)).redirect('/auth/sign-in', redirects);
    }
  });

  check('a draft is kept, and only its author finds it', async (app) => {
    const { browser, other } = await signedIn(app);
    const title = random.sentence();
    const answer = await browser.submit('/my-posts/new', '/my-posts', { title, content: random.sentence() });
    answer.redirect(
      '/my-posts',
      'after a form that changes something comes a redirect: a reload must not write a second post.',
    );
    const mine = await browser.get('/my-posts');
    mine
      .page(200)
      .expect(
        mine.content.includes(title),
        `the title ${title} on /my-posts`,
        "posts.byAuthor(ctx.get<string>('user_id')) gives them.",
      );
    for (const page of [await other.get('/my-posts'), await browser.get('/')]) {
      page.page(200).expect(!page.content.includes(title), `a page without the draft ${title}`);
    }
  });

  check('a form that lacks something comes back as it was', async (app) => {
    const { browser } = await signedIn(app);
    const typed = `"><script>${random.word()}</script>`;
    for (const [kept, missing] of [
      ['title', 'content'],
      ['content', 'title'],
    ] as const) {
      const answer = await browser.submit('/my-posts/new', '/my-posts', { [kept]: typed, [missing]: '' });
      const form = formOf(answer.content, '/my-posts');
      answer
        .page(422, 'catch what bind(CreatePostDTO) throws, ask problemsOf(error), and show the form with 422.')
        .expect(
          typedInto(form ?? '', kept) === typed,
          `what was typed, in the field ${kept}: ${typed}`,
          'bind the input without rules first, and hand it to the view.',
        )
        .expect(!answer.content.includes('<script'), 'a page in which it is text', 'html escapes values in attributes.')
        .expect(
          isInvalid(form ?? '', missing) && !isInvalid(form ?? '', kept) && textOf(answer).includes('is required'),
          `the message "is required" at the field ${missing}, and at no other`,
          'field(…, problems) shows it: hand the problems on to both fields.',
        );
    }
    const mine = await browser.get('/my-posts');
    mine.page(200).expect(!textOf(mine).includes(typed), 'no post that lacks something');
  });

  check('the button publishes', async (app) => {
    const { web } = await app.once(blog);
    const { browser } = await signedIn(app);
    const title = random.sentence();
    const action = await browser.draft(title);
    const answer = await browser.submit('/my-posts', action, {});
    const id = action.split('/')[2];
    answer.redirect(`/posts/${id}`, 'publish it, and redirect to the page that everybody can read now.');
    const shown = await web.get(`/posts/${id}`);
    shown.page(200, 'posts.publish(id) sets published.').expect(textOf(shown).includes(title), `the title ${title}`);
    const mine = await browser.get('/my-posts');
    mine.expect(formOf(mine.content, action) === undefined, 'no button at what is published already');
  });

  check("nobody publishes another's draft", async (app) => {
    const { web } = await app.once(blog);
    const { browser, other } = await signedIn(app);
    const action = await browser.draft(random.sentence());
    const hidden = await other.hidden('/my-posts/new', '/my-posts');
    for (const path of [action, `/my-posts/${randomUUID()}/publish`]) {
      (await other.post(path, hidden)).page(404, 'compare the author_id of the post with the user_id of the context.');
    }
    (await web.get(`/posts/${action.split('/')[2]}`)).page(
      404,
      'the answer was 404, but the post is published all the same. Look whose it is before you call publish.',
    );
  });
});

step(4, (check) => {
  check('a form that another site has made is refused', async (app) => {
    const { browser } = await signedIn(app);
    const title = random.sentence();
    const action = await browser.draft(random.sentence());
    const origin = { Origin: 'http://localhost:8080' };
    const tokens: Record<string, string>[] = [
      {},
      { csrf: '' },
      { csrf: random.word() },
      { csrf: 'ü'.repeat(43) },
      { csrf: 'x'.repeat(43) },
    ];
    for (const token of tokens) {
      const answer = await browser.post('/my-posts', { title, content: title, ...token }, origin);
      answer
        .page(403, 'Csrf is a global middleware: last in pages.options.ts. Compare lengths before timingSafeEqual.')
        .header(
          'Content-Security-Policy',
          /^default-src 'none'/,
          'Csrf is the last of the middlewares: what it refuses needs its headers, and its line in the audit, too.',
        );
    }
    (await browser.post(action, {}, origin)).page(403, 'every form that changes something needs the token.');
    (await browser.post('/auth/sign-out', {}, origin)).page(403, 'nobody else signs our users out.');
    const mine = await browser.get('/my-posts');
    mine.page(200).expect(!mine.content.includes(title), 'no post that another site has written');
  });

  check('a token is good for one session', async (app) => {
    const { web, author } = await app.once(blog);
    const { browser, other } = await signedIn(app);
    const title = random.sentence();
    const again = new Browser(web);
    const before = await again.hidden('/auth/sign-in', '/auth/sign-in');
    await again.signIn(author);
    const strange = [
      await other.hidden('/my-posts/new', '/my-posts'),
      await again.hidden('/my-posts/new', '/my-posts'),
      before,
    ];
    for (const hidden of strange) {
      (await browser.post('/my-posts', { ...hidden, title, content: title })).page(
        403,
        'this token stood in a page of another session. The attacker can sign in, too, and has one of those.',
      );
    }
    const own = await browser.hidden('/my-posts/new', '/my-posts');
    const accepted = await browser.post('/my-posts', { ...own, title, content: title });
    accepted.expect(accepted.code < 400, 'a form that is accepted', 'its own token must pass.');
  });

  check('the sign-in form has a token, too', async (app) => {
    const { web, author } = await app.once(blog);
    const { email, password } = author;
    const strange = await new Browser(web).hidden('/auth/sign-in', '/auth/sign-in');
    const tokens: Record<string, string>[] = [{}, { csrf: random.word() }, strange];
    for (const hidden of tokens) {
      const browser = new Browser(web);
      await browser.get('/auth/sign-in');
      const answer = await browser.post('/auth/sign-in', { ...hidden, email, password });
      answer
        .page(403, 'who has no session yet gets a random cookie with the form, and the token is made from that one.')
        .expect(browser.cookie('session_id') === '', 'no session');
    }
    const anybodys = (['base64url', 'base64', 'hex'] as const).map((encoding) => ({
      csrf: createHmac('sha256', '').update('csrf').digest(encoding),
    }));
    for (const hidden of [strange, ...anybodys]) {
      (await web.post('/auth/sign-in', form({ ...hidden, email, password }), urlencoded())).page(
        403,
        "without any cookie there is nothing that a token could belong to. The token of '' is one that everybody can make.",
      );
    }
  });

  check('a host next to ours can set cookies, and still not send our forms', async (app) => {
    const { web, author } = await app.once(blog);
    const { browser } = await signedIn(app);
    const { email, password } = author;
    const title = random.sentence();
    const chosen = random.word();
    const csrf = createHmac('sha256', chosen).update('csrf').digest('base64url');
    const attacker = new Browser(web);
    const fetched = await attacker.hidden('/auth/sign-in', '/auth/sign-in');
    const send = (
      path: string,
      cookies: string,
      fields: Record<string, string>,
      headers: Record<string, string> = {},
    ) => web.post(path, form(fields), urlencoded({ Cookie: cookies, ...headers }));
    const foreign =
      'a page of another origin has sent this form, with cookies that it had set itself: crossOriginProtection() is the ' +
      'last of the middlewares in pages.options.ts.';
    const neighbours: Record<string, string>[] = [
      { Origin: 'http://localhost:8080' },
      { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of neighbours) {
      const signIn = { email, password };
      (await send('/auth/sign-in', `form_id=${chosen}`, { ...signIn, csrf }, headers)).page(403, foreign);
      const pair = `form_id=${attacker.cookie('form_id')}`;
      (await send('/auth/sign-in', pair, { ...signIn, ...fetched }, headers)).page(403, foreign);
    }
    (await send('/auth/sign-in', `session_id=${chosen}`, { email, password, csrf })).page(
      403,
      'nobody has a session with this identifier, so it must not count: Visitor sets `user` only for a session that exists.',
    );
    const both = `session_id=${browser.cookie('session_id')}; form_id=${chosen}`;
    (await send('/my-posts', both, { title, content: title, csrf })).page(
      403,
      'this visitor has a session, so only the token of the session counts, and not that of form_id.',
    );
    const own = await browser.hidden('/my-posts/new', '/my-posts');
    const { origin } = new URL(await web.url());
    const accepted = await browser.post(
      '/my-posts',
      { ...own, title, content: title },
      { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    );
    accepted.expect(accepted.code < 400, 'a form that is accepted', 'it comes from a page of our own, with its token.');
  });

  check('the token does not give the session away', async (app) => {
    const { browser } = await signedIn(app);
    const page = await browser.get('/my-posts/new');
    page
      .page(200)
      .expect(
        Object.values(hiddenIn(formOf(page.content, '/my-posts') ?? '')).some((value) => value.length >= 16),
        'a hidden field with the token',
        'form() in src/pages/form.ts puts it into every form.',
      )
      .expect(
        !page.content.includes(browser.cookie('session_id')),
        'a page without the session’s identifier',
        'HttpOnly keeps the identifier from scripts. In the page, anything could read it.',
      );
  });
});

const redirects = 'SignedIn looks for the user of the context, and redirects where there is none.';

interface Person {
  email: string;
  password: string;
  name: string;
}

const cheap = { BCRYPT_COST: '4' };

/** People and posts, made with the API. Then the API makes room for the pages, which have the same file. */
async function blog(app: Session) {
  const folder = await app.folder();
  const file = join(folder, 'blog.db');
  const env = { ...cheap, DATABASE_URL: `file:${file}` };
  const api = app.fresh(env, { program: 'api.ts' });
  const [author, other, guessed] = [person(), person(), person()];
  const { token } = (await api.post('/auth/register', author)).status(201).body;
  const headers = { Authorization: `Bearer ${token}` };
  const write = async (title: string, content: string, published: boolean) => {
    const post = (await api.post('/posts', { title, content }, { headers })).status(201).body;
    if (published) (await api.put(`/posts/${post.id}`, { title, content, published }, { headers })).status(200);
    return post as { id: string; title: string; content: string };
  };
  const [post, draft, attack] = await Promise.all([
    write(random.sentence(), random.sentence(), true),
    write(random.sentence(), random.sentence(), false),
    write(`<script>alert("${random.word()}")</script>`, '<img src="x" onerror="alert(1)">', true),
    ...[other, guessed].map(async (one) => (await api.post('/auth/register', one)).status(201)),
  ]);
  await api.stop();
  return { web: app.fresh(env), post, draft, attack, author, other, guessed };
}

/** Two people at their browsers. */
async function signedIn(app: Session): Promise<{ browser: Browser; other: Browser }> {
  const { web, author, other } = await app.once(blog);
  const browsers = { browser: new Browser(web), other: new Browser(web) };
  await Promise.all([browsers.browser.signIn(author), browsers.other.signIn(other)]);
  return browsers;
}

function person(): Person {
  return { email: random.email(), password: random.sentence(), name: `Name ${random.word()}` };
}

/** As much of a browser as forms need: it keeps cookies, and sends the hidden fields of a form along. */
class Browser {
  readonly #app: Session;
  readonly #cookies = new Map<string, string>();

  constructor(app: Session) {
    this.#app = app;
  }

  cookie(name: string): string {
    return this.#cookies.get(name) ?? '';
  }

  async get(path: string): Promise<Answer> {
    return this.#keep(await this.#app.get(path, { headers: this.#headers() }));
  }

  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = { ...urlencoded().headers, ...this.#headers(), ...headers };
    return this.#keep(await this.#app.post(path, form(fields), { headers: sent }));
  }

  /** The hidden fields of a form, on the page where it stands. */
  async hidden(page: string, action: string): Promise<Record<string, string>> {
    return hiddenIn(formOf((await this.get(page)).content, action) ?? '');
  }

  async submit(page: string, action: string, fields: Record<string, string>): Promise<Answer> {
    return ownForm(await this.post(action, { ...(await this.hidden(page, action)), ...fields }));
  }

  signIn({ email, password }: Person): Promise<Answer> {
    return this.submit('/auth/sign-in', '/auth/sign-in', { email, password });
  }

  /** Writes a draft, and gives the action of its button. */
  async draft(title: string): Promise<string> {
    await this.submit('/my-posts/new', '/my-posts', { title, content: random.sentence() });
    const page = (await this.get('/my-posts')).page(200);
    const entry = page.content.slice(page.content.indexOf(title));
    const action = /action="(\/my-posts\/[\w-]+\/publish)"/.exec(entry)?.[1];
    page.expect(
      page.content.includes(title) && action !== undefined,
      `the draft ${title}, and behind it a form with action="/my-posts/…/publish"`,
      'each draft on /my-posts has a button in a form of its own.',
    );
    return action!;
  }

  #headers(): Record<string, string> {
    if (this.#cookies.size === 0) return {};
    return { Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  #keep(answer: Answer): Answer {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0\b/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}

/** A form that was sent with everything that stood in it. */
function ownForm(answer: Answer): Answer {
  return answer.expect(
    answer.code !== 403,
    'a form of our own, which is not refused',
    "Csrf and csrfToken look at different things. A cookie that is not there is '': `??` does not see that, `||` does.",
  );
}

/** A handler that fails for want of a user is not to blame, but whoever let a stranger come so far. */
function stoppedAtTheDoor(answer: Answer): Answer {
  try {
    return answer.expect(answer.code !== 500, '303, and Location: /auth/sign-in');
  } catch (error) {
    throw new CheckFailure({
      ...(error as CheckFailure).parts,
      problem: 'A stranger came as far as the handler, which fails without a user.',
      cause: redirects,
    });
  }
}

/** A copy of a cookie that should open nothing any more. */
async function isForgotten(web: Session, { name }: Person, old: string, because: string): Promise<void> {
  const copy = await web.get('/', { headers: { Cookie: `session_id=${old}` } });
  copy
    .page(200)
    .expect(
      !textOf(copy).includes('Sign out') || !textOf(copy).includes(name),
      'a page for a stranger, although the old cookie came along',
      because,
    );
}

function form(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}

function urlencoded(headers: Record<string, string> = {}) {
  return { headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } };
}

/** The form of a page that is sent to this address. */
function formOf(page: string, action: string): string | undefined {
  return page
    .match(/<form\b[\s\S]*?<\/form>/gi)
    ?.find((one) => attributeOf(one.slice(0, one.indexOf('>')), 'action') === action);
}

function hiddenIn(form: string): Record<string, string> {
  const inputs = (form.match(/<input\b[^>]*>/gi) ?? []).filter((input) => attributeOf(input, 'type') === 'hidden');
  return Object.fromEntries(
    inputs.map((input) => [attributeOf(input, 'name') ?? '', attributeOf(input, 'value') ?? '']),
  );
}

/** What stands in a field of a form: an input, or a textarea. */
function typedInto(form: string, name: string): string | undefined {
  const text = new RegExp(`<textarea\\b[^>]*name="${name}"[^>]*>\\n?([\\s\\S]*?)</textarea>`).exec(form)?.[1];
  return text === undefined ? attributeOf(inputOf(form, name), 'value') : withoutEscapes(text);
}

function isInvalid(form: string, name: string): boolean {
  return attributeOf(inputOf(form, name), 'aria-invalid') === 'true';
}

function inputOf(form: string, name: string): string {
  return form.match(/<(?:input|textarea)\b[^>]*>/gi)?.find((input) => attributeOf(input, 'name') === name) ?? '';
}

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  return found === null ? undefined : withoutEscapes(found[1] ?? found[2] ?? found[3] ?? '');
}

/** What a person sees: without tags, and with the characters that were escaped. */
function textOf({ content }: Answer): string {
  return withoutEscapes(content.replace(/<[^>]*>/g, ' '));
}

/** The cause, where tags of the view itself came out as text. */
function escapedTags({ content }: Answer): string | undefined {
  const isEscaped = /&lt;(?:li|a|div|label)\b/.test(content);
  return isEscaped
    ? 'your own tags came out as text. A piece inside of another one needs `html` in front of its template, too.\n' +
        '  Or: `.join` made a text of the pieces. Put the list that `map` gives into the template, as it is.'
    : undefined;
}

function withoutEscapes(text: string): string {
  const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'", '#39': "'", '#x27': "'" };
  return text.replace(/&(#?\w+);/g, (whole, name: string) => names[name.toLowerCase()] ?? whole);
}

function isInLayout({ content }: Answer): boolean {
  return content.startsWith('<!doctype html>') && content.includes('/public/style.css');
}
