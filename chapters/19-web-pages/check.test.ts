import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type Answer, CheckFailure, chapter, examine, examineApplication, random, type Session } from '#check';
import { api } from './api.ts';
import crossSiteForm from './attacks/cross-site-form.ts';
import storedXss from './attacks/stored-xss.ts';

/** Registering hashes a password, which takes a while on a busy machine. */
const { step } = chapter(import.meta.url, { deadline: 30_000 });

step(1, (check) => {
  check('a script in a post never runs in the browser of a reader', async (app) => {
    const { web } = await app.once(blog);
    await web.attack(storedXss);
  });

  check('every value of a post is escaped for its place in the page', async (app) => {
    const { web, author, hostile, links } = await app.once(blog);
    const list = await web.get('/');
    list
      .page(200)
      .expect(!/<script/i.test(list.content), 'a title with its < escaped as &lt;', [
        'a template has no `html` before it, so the title is part of the markup.',
        'raw(…) is still around the list.',
      ])
      .expect(
        !/"" onmouseover=/.test(list.content),
        'quotes in the content as &quot;, inside of title="…"',
        'only < and > are escaped. In an attribute, a quote ends the value.',
      );
    list
      .expect(
        textOf(list).includes(hostile.title),
        `the title ${hostile.title} on the page`,
        brokenTitle(list, hostile.title),
      )
      .expect(
        tooltipOf(list, hostile.id) === hostile.content.slice(0, 80),
        `title="…" on the link, with the beginning of the content: ${hostile.content.slice(0, 80)}`,
        tooltipOf(list, hostile.id) === undefined
          ? (escapedTags(list) ?? 'the attribute title was removed from the link. The step is about escaping it.')
          : 'characters of the content were changed or removed in title="…", not escaped.',
      )
      .expect(
        textOf(list).includes(author.name),
        `the name of the author as it was typed, ${author.name}`,
        escapedTags(list) ??
          'the name is inserted with raw(…), and its <i> is an element. Users choose their names, too.',
      );
    const page = await web.get(`/posts/${hostile.id}`);
    page
      .page(200)
      .expect(!/<img[^>]*onerror/i.test(page.content), 'content without any element from the author', [
        'the content is inserted without `html`.',
        'raw(…) is still around the content.',
      ]);
    for (const { id, content } of links) {
      const shown = await web.get(`/posts/${id}`);
      shown
        .page(200)
        .expect(
          !new RegExp(`href="\\s*${content.split(':')[0]}:`, 'i').test(shown.content),
          `no link to ${content}`,
          content.startsWith('javascript:')
            ? 'the address is escaped, and a browser runs it anyway when somebody clicks on it. An `html` template around the link replaces such an address.'
            : 'the dangerous schemes are listed, and every other scheme or spelling is allowed. Nobody knows all of them: allow only those that you know, as `html` does.',
        );
    }
  });

  check(
    'pages show what the author typed',
    async (app) => {
      const { web, post, author } = await app.once(blog);
      const list = await web.get('/');
      list
        .page(200)
        .expect(
          list.content.includes(`href="/posts/${post.id}"`) && textOf(list).includes(post.title),
          `a link to /posts/${post.id} with the title ${post.title}`,
          escapedTags(list),
        )
        .expect(textOf(list).includes(author.name.split('<')[0]!), 'the name of the author', escapedTags(list))
        .expect(/<ul class="posts">\s*<li>/.test(list.content), 'the entries in <ul class="posts">', escapedTags(list));
      const page = await web.get(`/posts/${post.id}`);
      page
        .page(200)
        .expect(
          page.content.includes(`${post.first}\n`) && textOf(page).includes('Salt & pepper, "to taste"'),
          `the lines of the content: ${JSON.stringify(post.content)}`,
          escapedTags(page) ??
            (textOf(page).includes(post.first) && textOf(page).includes('Salt & pepper, "to taste"')
              ? 'the line breaks are lost: each line ends with "\\n".'
              : 'characters of the content were removed, not escaped.'),
        )
        .expect(
          linksIn(page).includes('https://soup.example/recipe?a=1&b=2'),
          'a link to https://soup.example/recipe?a=1&b=2',
          escapedTags(page) ?? 'lines that are an address are no longer links.',
        );
    },
    { alreadyTrue: true },
  );

  check('nothing is lost or changed between the form and the page, however often it is loaded', async (app) => {
    const { web, exact } = await app.once(blog);
    for (const time of ['first', 'second']) {
      const list = await web.get('/');
      list
        .page(200)
        .expect(textOf(list).includes(exact.title), `the title "${exact.title}"`, [
          ...(escapedTags(list) ?? []),
          'the title is cut or trimmed. It may have 200 characters, with spaces at both ends.',
          'the title is inserted with raw(…) if it looks harmless. `&lt;` must be escaped as well, as `&amp;lt;`.',
        ]);
      const page = await web.get(`/posts/${exact.id}`);
      const text = withoutEscapes(page.content.replace(/<[^>]*>/g, ''));
      for (const line of exact.lines) {
        page
          .page(200)
          .expect(text.includes(line), `the line "${line}"`, [
            ...(escapedTags(page) ?? []),
            'the spaces at the ends of a line are removed, or characters are changed.',
          ]);
      }
      const found = linksIn(page).map((link) => (URL.canParse(link ?? '') ? new URL(link!).href : link));
      for (const link of exact.links) {
        page.expect(found.includes(new URL(link).href), `a link to ${link}, the ${time} time the page is loaded`, [
          'only some of several addresses become links: a regular expression with the flag `g` remembers where it stopped, and `test` goes on from there.',
          'the address is changed. Upper and lower case matter in a path.',
        ]);
      }
    }
  });

  check(
    'a draft is for its author only',
    async (app) => {
      const { web, draft, browser } = await app.once(blog);
      (await browser.get(`/posts/${draft.id}`)).page(200);
      for (const id of [draft.id, randomUUID()]) {
        const missing = await web.get(`/posts/${id}`);
        missing.page(404).expect(textOf(missing).includes('Post not found'), 'the message "Post not found"');
      }
      const list = await web.get('/');
      list.page(200).expect(!textOf(list).includes(draft.title), 'a list without drafts');
    },
    { alreadyTrue: true },
  );

  check(
    'an empty blog shows that nothing is published yet',
    async (app) => {
      const empty = await app.get('/');
      empty
        .page(200)
        .expect(
          textOf(empty).includes('Nothing is published yet') && !empty.content.includes('<ul class="posts">'),
          'the sentence "Nothing is published yet."',
          escapedTags(empty) ?? 'the sentence for an empty list is gone.',
        );
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('the style is a file that browsers can keep', async (app) => {
    const { web, browser } = await app.once(blog);
    const file = (await web.get('/public/style.css')).asPage();
    file.status(200, [
      'PublicController is not declared in src/pages/pages.module.ts.',
      'the path of the route is not /public/*.',
      'the folder of staticFiles(…) is not ./public/.',
    ]);
    file
      .header('Content-Type', /^text\/css/, 'the handler is not staticFiles(…).')
      .header('Cache-Control', 'no-cache', 'the handler is not staticFiles(…), or it has another cacheControl.')
      .expect(file.headers.has('etag'), 'an ETag header', 'the handler is not staticFiles(…).')
      .expect(file.content.includes('--paper'), 'the content of src/pages/public/style.css');
    const again = await web.get('/public/style.css', { headers: { 'If-None-Match': file.headers.get('etag')! } });
    again.status(304, 'the handler ignores If-None-Match. staticFiles(…) compares it with the ETag.');
    (await browser.get('/public/style.css')).header(
      'Cache-Control',
      'no-cache',
      'a middleware replaces the header for users who are signed in.',
    );
    (await web.get('/public/icon.svg')).asPage().status(200, 'the folder of staticFiles(…) is not ./public/.');
    (await web.get('/public/../pages.module.ts')).status(404);
    (await web.get('/public/%2e%2e/pages.module.ts')).status(404, 'the folder of staticFiles(…) is the one above.');
  });

  check('pages link the style, and have none of their own', async (app) => {
    const { web } = await app.once(blog);
    const page = await web.get('/');
    page
      .page(200)
      .expect(
        links(page, 'stylesheet', '/public/style.css'),
        'a link to /public/style.css in the head',
        'layout in src/pages/layout.ts has no <link rel="stylesheet" href="/public/style.css">.',
      )
      .expect(
        links(page, 'icon', '/public/icon.svg'),
        'a link to /public/icon.svg in the head',
        'layout in src/pages/layout.ts has no <link rel="icon" href="/public/icon.svg">.',
      )
      .expect(!/<style/i.test(page.content), 'a page without <style>', 'the old <style> element is still there.')
      .expect(
        !/<[^>]+\sstyle="/i.test(page.content),
        'a page without style="…"',
        "an element has an attribute style. The policy has no 'unsafe-inline', so browsers ignore it: put the rule into style.css.",
      );
  });

  check('the policy allows our style, and no script at all', async (app) => {
    const { web } = await app.once(blog);
    for (const path of ['/', '/nowhere', `/posts/${randomUUID()}`]) {
      const page = (await web.get(path)).asPage();
      const policy = page.headers.get('content-security-policy') ?? '';
      for (const directive of directives) {
        page.expect(
          policy.split(/;\s*/).includes(directive),
          `the directive ${directive} in Content-Security-Policy`,
          path !== '/' && policy === ''
            ? 'the header is set after next(), which throws if there is no such page. Set it before.'
            : `the header is: ${policy || 'missing'}`,
        );
      }
      page
        .expect(
          !/script-src|unsafe|\*/.test(policy),
          'a policy that allows no script, with neither script-src nor unsafe nor *',
          `the header is: ${policy}`,
        )
        .expect(
          new Set(policy.split(/;\s*/).map((directive) => directive.split(' ')[0])).size ===
            policy.split(/;\s*/).length,
          'each directive once',
          `browsers ignore the second one of the same name. The header is: ${policy}`,
        )
        .header('Cache-Control', 'no-store', notAlways('Cache-Control'));
      for (const [name, value] of otherHeaders) page.header(name, value, notAlways(name));
    }
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('GET /auth/sign-in is a form with an email and a password', async (app) => {
    const { web } = await app.once(blog);
    const answer = await web.get('/auth/sign-in');
    const form = formOf(answer.content, '/auth/sign-in') ?? '';
    answer.page(200).expect(/method="post"/i.test(form), 'a form with method="post" and action="/auth/sign-in"');
    for (const name of ['email', 'password']) {
      answer.expect(
        form.includes(`name="${name}"`) && form.includes(`for="${name}"`),
        `a field "${name}" with a label`,
        escapedTags(answer) ?? `signInView has no field({ name: '${name}', … }).`,
      );
      answer.expect(
        attributeOf(inputOf(form, name), 'id') === name,
        `id="${name}" on the input, which its label names`,
        `the label is for="${name}", and the input has no such id. A screen reader announces a field without a name.`,
      );
    }
    answer.expect(
      attributeOf(inputOf(form, 'password'), 'type') === 'password',
      'type="password"',
      'the field is an ordinary text field, so anyone nearby can read along.',
    );
    const autocomplete = attributeOf(inputOf(form, 'password'), 'autocomplete') ?? 'off';
    answer.expect(
      autocomplete === 'current-password',
      'autocomplete="current-password"',
      autocomplete === 'off'
        ? "the field has no autocomplete of its own, so it is off, and password managers don't fill it in."
        : `autocomplete is "${autocomplete}", so password managers don't fill in the password that they have stored.`,
    );
  });

  check('the right password signs in, and redirects to /', async (app) => {
    const { web, author } = await app.once(blog);
    const browser = new Browser(web);
    const answer = await browser.signIn(author);
    answer
      .redirect('/', (wrong) =>
        wrong.code === 200
          ? 'the handler returns a page. Reloading it would send the password again.'
          : isRedirect(wrong)
            ? 'the status of the redirect is not 303, or its address is not /.'
            : undefined,
      )
      .expect(browser.cookie('session_id') !== '', 'a cookie session_id', 'setSessionCookie is not called.');
    const start = await browser.get('/');
    start
      .page(200)
      .expect(
        textOf(start).includes(author.name) && textOf(start).includes('Sign out'),
        `the name of the user, ${author.name}, at the top of the page`,
        'the cookie is not the id of a session: `await` is missing before sessions.create.',
      );
  });

  check('a wrong password shows the form again, with the email and without the password', async (app) => {
    const { web, author } = await app.once(blog);
    const pages: string[] = [];
    for (const attempt of [
      { email: author.email, password: random.sentence() },
      { email: random.email(), password: random.sentence() },
      { email: random.word(), password: random.sentence() },
      { email: '', password: '' },
    ]) {
      const browser = new Browser(web);
      const answer = await browser.submit('/auth/sign-in', '/auth/sign-in', attempt);
      const form = formOf(answer.content, '/auth/sign-in');
      answer
        .page(401, (wrong) =>
          wrong.code === 400
            ? 'bind(LoginDTO) throws, and nothing catches it.'
            : isRedirect(wrong)
              ? 'the handler redirects instead of returning signInView(…).'
              : wrong.code === 200
                ? 'the handler does not call ctx.status(401) before it returns the view.'
                : undefined,
        )
        .expect(form !== undefined, 'the form again', 'the handler does not return signInView(…).')
        .expect(
          typedInto(form ?? '', 'email') === attempt.email,
          `the email ${attempt.email} in its field`,
          'the email that was typed is not passed to signInView.',
        )
        .expect(
          attempt.password === '' || !answer.content.includes(attempt.password),
          'a page without the password',
          'the password is passed to the view. A page can be saved, printed, and seen by others.',
        )
        .expect(
          browser.cookie('session_id') === '',
          'no session',
          'the session is created before the password is checked.',
        )
        .expect(/role="alert"/.test(answer.content), 'a message above the form', 'signInView gets no message.');
      if (attempt.email.includes('@')) pages.push(textOf(answer).replaceAll(attempt.email, ''));
      if (pages.length === 2) {
        answer.expect(
          pages[0] === pages[1],
          'the same page for a wrong password and for an unknown email',
          'there are two messages, and one of them tells a stranger who is registered here.',
        );
      }
    }
  });

  check('after five wrong passwords, the sign-in form is limited, too', async (app) => {
    const { web, guessed } = await app.once(blog);
    const browser = new Browser(web);
    for (let guess = 0; guess < 5; guess++) {
      const answer = await browser.submit('/auth/sign-in', '/auth/sign-in', { ...guessed, password: random.word() });
      answer.page(401);
    }
    const answer = await browser.signIn(guessed);
    answer
      .page(429, 'the route POST /auth/sign-in has no middlewares: [LoginLimit].')
      .header('Retry-After', /^([1-9]|[1-5]\d|60)$/)
      .expect(browser.cookie('session_id') === '', 'no session');
  });

  check('signing in ends the previous session', async (app) => {
    const { web, author, browser: elsewhere } = await app.once(blog);
    const browser = new Browser(web);
    (await browser.signIn(author)).redirect('/');
    const old = browser.cookie('session_id');
    (await browser.signIn({ ...author, password: random.word() })).page(401);
    const start = await browser.get('/');
    start
      .page(200)
      .expect(
        textOf(start).includes('Sign out'),
        'a wrong password to leave the old session as it is',
        'the old session is destroyed before the password is checked.',
      );
    (await browser.signIn(author)).redirect('/');
    await isForgotten(
      web,
      old,
      'the old session is not destroyed before the new one is created, so a stolen copy of its cookie keeps working.',
    );
    const shared = browser.cookie('session_id');
    const next = person();
    await registered(web, next);
    (await browser.signIn(next)).redirect('/');
    await isForgotten(
      web,
      shared,
      'the old session only ends if the same user signs in again. On a shared computer, the session of the user before stays open.',
    );
    const phone = await elsewhere.get('/');
    phone
      .page(200)
      .expect(
        textOf(phone).includes('Sign out'),
        'the session in another browser of the same user to stay',
        'all sessions of the user are ended. Only the one whose id this browser has sent is the old one.',
      );
  });

  check(
    'signing out ends the session',
    async (app) => {
      const { web, other } = await app.once(blog);
      const browser = await registered(web, other);
      const old = browser.cookie('session_id');
      (await browser.submit('/', '/auth/sign-out', {}))
        .redirect('/')
        .expect(browser.cookie('session_id') === '', 'a Set-Cookie that clears session_id');
      await isForgotten(web, old, 'the session is not destroyed.');
    },
    { alreadyTrue: true },
  );

  examine(check, api, 3);
});

step(4, (check) => {
  check('a draft is saved once, and the browser is redirected', async (app) => {
    const { web, browser } = await app.once(blog);
    const title = random.sentence();
    const answer = await browser.submit('/my-posts/new', '/my-posts', { title, content: random.sentence() });
    answer.redirect('/my-posts', (wrong) =>
      wrong.code === 200
        ? 'the handler returns a page. Reloading it sends the form again, and saves a second draft.'
        : isRedirect(wrong)
          ? 'the status of the redirect is not 303, or its address is not /my-posts.'
          : undefined,
    );
    const mine = await browser.get('/my-posts');
    mine.page(200).expect(textOf(mine).includes(title), `the title ${title} on /my-posts`);
    const list = await web.get('/');
    list.page(200).expect(!textOf(list).includes(title), `no draft on /`);
  });

  check('a form with a missing field is shown again, with everything that was typed', async (app) => {
    const { browser } = await app.once(blog);
    const typed = `"><script>${random.word()}</script>`;
    for (const [kept, missing] of [
      ['title', 'content'],
      ['content', 'title'],
    ] as const) {
      const answer = await browser.submit('/my-posts/new', '/my-posts', { [kept]: typed, [missing]: '' });
      const form = formOf(answer.content, '/my-posts') ?? '';
      answer
        .page(422, (wrong) =>
          isRedirect(wrong)
            ? 'the post was saved: the handler never binds CreatePostDTO.'
            : form !== ''
              ? 'the handler does not call ctx.status(422) before it returns the view.'
              : wrong.code === 400
                ? 'bind(CreatePostDTO) throws, and nothing catches it.'
                : undefined,
        )
        .expect(
          typedInto(form, kept) === typed,
          `what was typed in the field ${kept}: ${typed}`,
          typedInto(form, kept)?.trim() === typed
            ? 'the template has spaces before or after the value, and they become part of it.'
            : 'the view gets empty fields instead of the PostInput that was typed.',
        )
        .expect(!answer.content.includes('<script'), 'a page in which the < that was typed is escaped as &lt;')
        .expect(
          textOf(answer).includes('is required'),
          'the message "is required"',
          'the problems are not passed to writeView.',
        );
    }
    const tooLong = 'x'.repeat(201);
    const refused = await browser.submit('/my-posts/new', '/my-posts', { title: tooLong, content: random.word() });
    refused
      .page(422, (wrong) =>
        isRedirect(wrong)
          ? 'a title of 201 characters was saved: the handler checks for empty fields itself, and never binds CreatePostDTO.'
          : wrong.code === 400
            ? 'bind(CreatePostDTO) throws for a title of 201 characters, and nothing catches it.'
            : undefined,
      )
      .expect(
        textOf(refused).includes('must have at most 200 characters'),
        'the message of CreatePostDTO, "must have at most 200 characters"',
        'the messages are written by hand. problemsOf(error) returns those of the DTO.',
      );
    const mine = await browser.get('/my-posts');
    mine
      .page(200)
      .expect(!textOf(mine).includes(typed), 'no incomplete draft', 'the post is created before the form is checked.');
  });

  check('a form that is shown again has each character that was typed', async (app) => {
    const { web, browser } = await app.once(blog);
    for (const [kept, missing, typed] of [
      ['title', 'content', `   ${random.word()} &lt;b&gt; "&amp;amp;"   `],
      ['content', 'title', `\n\n   ${random.word()} &lt;b&gt;\n\t"&amp;amp;"   \n`],
    ] as const) {
      const answer = await browser.submit('/my-posts/new', '/my-posts', { [kept]: typed, [missing]: '' });
      const shown = typedInto(formOf(answer.content, '/my-posts') ?? '', kept)?.replaceAll('\r\n', '\n');
      answer
        .page(422)
        .expect(
          shown === typed,
          `what was typed in the field ${kept}: ${JSON.stringify(typed)}`,
          shown === typed.replace('\n', '')
            ? 'a browser leaves out a line break right after <textarea …>. The template needs one of its own before the value.'
            : ['the value is trimmed before it is shown again.', 'characters are changed, or not escaped.'],
        );
    }
    const stranger = await registered(web, person());
    const empty = await stranger.get('/my-posts/new');
    empty.page(200).expect(
      ['title', 'content'].every((name) => typedInto(formOf(empty.content, '/my-posts') ?? '', name) === ''),
      'an empty form for another user',
      'what was typed is kept in a field of the controller, or in a variable. All requests share it.',
    );
  });

  check('a message belongs to its field, for screen readers too', async (app) => {
    const { browser } = await app.once(blog);
    const answer = await browser.submit('/my-posts/new', '/my-posts', { title: random.word(), content: '' });
    const form = formOf(answer.content, '/my-posts') ?? '';
    const id = attributeOf(inputOf(form, 'content'), 'aria-describedby');
    answer
      .expect(
        isInvalid(form, 'content') && !isInvalid(form, 'title'),
        'aria-invalid="true" on the field content, and on no other',
        isInvalid(form, 'title')
          ? 'aria-invalid is "true" on every field, even on those without a problem.'
          : 'aria-invalid is missing on the <textarea> in src/pages/form.ts, or is not `invalid`.',
      )
      .expect(
        id !== undefined && id !== '' && new RegExp(`<p[^>]* id="${id}"[^>]*>[^<]*is required`).test(form),
        'aria-describedby with the id of the message',
        'the field has no aria-describedby, or no message has that id.',
      )
      .expect(
        !/\s/.test(id ?? ''),
        'an id without spaces',
        `aria-describedby is a list of ids with spaces between them, so "${id}" names several elements, and none of them is the message.`,
      )
      .expect(
        !attributeOf(inputOf(form, 'title'), 'aria-describedby'),
        'no aria-describedby with an id on the field title, which has no problem',
        'aria-describedby names a message, whether there is one or not.',
      );
    const both = await browser.submit('/my-posts/new', '/my-posts', { title: '', content: '' });
    const ids = ['title', 'content'].map((name) => attributeOf(inputOf(both.content, name), 'aria-describedby'));
    both
      .expect(
        ids.every((each) => each && both.content.includes(`id="${each}"`)) &&
          isInvalid(both.content, 'title') &&
          isInvalid(both.content, 'content'),
        'aria-invalid="true" and aria-describedby on both fields, if both are empty',
        [
          'only one of <input> and <textarea> in src/pages/form.ts has the attributes.',
          'only one of the problems is passed to writeView. problemsOf(error) returns those of all fields.',
        ],
      )
      .expect(
        ids[0] !== ids[1],
        'a message of its own for each field',
        `both messages have the id ${ids[0]}, so a screen reader reads the first one for both fields.`,
      );
  });

  check('a notice is shown on the next page, once', async (app) => {
    const { web, other } = await app.once(blog);
    const browser = await registered(web, { ...other, email: random.email() });
    const sent = await browser.submit('/my-posts/new', '/my-posts', { title: random.word(), content: random.word() });
    sent.expect(
      sent.headers.getSetCookie().some((line) => line.startsWith('notice=draft-saved;')),
      'a Set-Cookie: notice=draft-saved',
      "create does not call setNotice(ctx, 'draft-saved').",
    );
    const stranger = await web.get('/');
    stranger
      .asPage()
      .expect(
        !textOf(stranger).includes('Your draft is saved.'),
        'no notice on a page of another visitor',
        'the notice is in a variable of the program, which all requests share. The cookie belongs to one browser.',
      );
    const first = await browser.get('/my-posts');
    first.expect(
      textOf(first).includes('Your draft is saved.'),
      'the notice "Your draft is saved."',
      'takeNotice does not return the message of the cookie.',
    );
    const second = await browser.get('/my-posts');
    second.expect(
      !textOf(second).includes('Your draft is saved.'),
      'the notice only once',
      'takeNotice does not delete the cookie.',
    );
    first.expect(
      pathOfNotice(first) === pathOfNotice(sent),
      `the cookie deleted for the path that it was set for, ${pathOfNotice(sent)}`,
      `takeNotice deletes it for ${pathOfNotice(first)}. To a browser that is another cookie, and it keeps the first one.`,
    );
    const action = publishing(second);
    const published = await browser.submit('/my-posts', action, {});
    published.redirect(`/posts/${action.split('/')[2]}`);
    const post = await browser.get(`/posts/${action.split('/')[2]}`);
    post.expect(
      textOf(post).includes('Your post is published.'),
      'the notice "Your post is published."',
      "publish does not call setNotice(ctx, 'published').",
    );
  });

  check(
    'a cookie cannot put words into our mouth',
    async (app) => {
      const { web } = await app.once(blog);
      const words = random.sentence();
      for (const value of [encodeURIComponent(words), 'constructor', 'toString', '__proto__']) {
        const page = await web.get('/', { headers: { Cookie: `notice=${value}` } });
        page
          .page(200, 'takeNotice fails for a name that is not in the map.')
          .expect(
            !textOf(page).includes(words) && !page.content.includes('role="status"'),
            'a page without a notice',
            textOf(page).includes(words)
              ? 'takeNotice shows the value of the cookie. Another host of the same site can set it.'
              : [
                  'takeNotice shows a message for a name that is not in the map. An object has `constructor` and others from the start.',
                  'the message is kept in a variable of the program, and any cookie shows it. Look up the name in the cookie.',
                ],
          );
      }
    },
    { alreadyTrue: true },
  );

  examine(check, api, 4);
});

step(5, (check) => {
  check('a page of another site cannot send our forms', async (app) => {
    const { web } = await app.once(blog);
    await web.attack(crossSiteForm);
  });

  check('a form without the token of this browser is refused', async (app) => {
    const { web, browser, draft } = await app.once(blog);
    const title = random.sentence();
    const before = await refusalsIn(web);
    const { csrf: own = '' } = await browser.hidden('/my-posts/new', '/my-posts');
    const tokens: Record<string, string>[] = [
      {},
      { csrf: '' },
      { csrf: random.word() },
      { csrf: 'ü'.repeat(43) },
      { csrf: 'x'.repeat(43) },
      // The own token, with one character in the middle replaced.
      { csrf: own.replace(/^(.{20})(.)/, (_, start, next) => start + (next === 'A' ? 'B' : 'A')) },
    ];
    for (const token of tokens) {
      const answer = await browser.post('/my-posts', { title, content: title, ...token });
      answer
        .page(403, (wrong) =>
          wrong.code === 500
            ? 'timingSafeEqual throws if its two buffers have different lengths. Compare the lengths (in bytes) first.'
            : !isRedirect(wrong)
              ? 'Csrf refuses the form, but does not throw an `HttpError` with the status 403.'
              : token.csrf === undefined
                ? 'Csrf is not among the middlewares in src/pages/pages.options.ts.'
                : 'Csrf does not compare the whole token with that of this browser.',
        )
        .header(
          'Content-Security-Policy',
          /default-src 'none'/,
          'Csrf runs before PageHeaders, so its refusals have no policy and no line in the audit log.',
        )
        .expect(
          textOf(answer).includes('This form is out of date. Load it again.'),
          'the message "This form is out of date. Load it again."',
          'the HttpError of Csrf has another message. After a new sign-in in another tab, people see this page, and need to know what to do.',
        );
    }
    for (const path of [`/my-posts/${draft.id}/publish`, '/auth/register', '/auth/sign-out']) {
      (await browser.post(path, {})).page(403, 'Csrf lets this form through without a token.');
    }
    const mine = await browser.get('/my-posts');
    mine
      .page(200)
      .expect(!mine.content.includes(title), 'no post without a token', 'the handler runs before the token is checked.')
      .expect(
        (await refusalsIn(web)) - before === tokens.length + 3,
        'a line in the audit log for each form that was refused',
        'Csrf runs before Audit, which never hears of the refusals. It belongs at the end of the middlewares.',
      );
  });

  check('every form of ours has a token that works', async (app) => {
    const { web, author } = await app.once(blog);
    const browser = new Browser(web);
    const page = await browser.get('/auth/sign-in');
    const token = hiddenIn(formOf(page.content, '/auth/sign-in') ?? '').csrf ?? '';
    page.expect(token.length >= 16, 'a hidden field "csrf" with a token', [
      'form in src/pages/form.ts has no <input type="hidden" name="csrf" value="…">.',
      "csrfToken returns ''.",
    ]);
    page.expect(
      browser.formCookie() !== undefined,
      'a cookie with a random id for a visitor without a session',
      "newFormId is never called. A cookie that is missing is '': `??` doesn't see that, `||` does.",
    );
    const tab = await browser.hidden('/auth/sign-in', '/auth/sign-in');
    page.expect(
      tab.csrf === token,
      'the same token if the form is loaded again, in a second tab',
      'csrfToken calls newFormId for each page, even if this browser has a form_id. The form in the first tab stops working.',
    );
    const answer = await browser.signIn(author);
    answer.redirect('/', 'Csrf and csrfToken use different ids.');
    const own = await browser.hidden('/my-posts/new', '/my-posts');
    const { origin } = new URL(await web.url());
    const accepted = await browser.post(
      '/my-posts',
      { ...own, title: random.word(), content: random.word() },
      { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    );
    accepted.redirect('/my-posts', 'a form from a page of our own, with its token, is refused.');
  });

  check('the sign-in form has a token, too', async (app) => {
    const { web, author } = await app.once(blog);
    const { email, password } = author;
    const foreign = await new Browser(web).hidden('/auth/sign-in', '/auth/sign-in');
    const tokens: Record<string, string>[] = [{}, { csrf: random.word() }, foreign];
    for (const hidden of tokens) {
      const browser = new Browser(web);
      await browser.get('/auth/sign-in');
      const answer = await browser.post('/auth/sign-in', { ...hidden, email, password });
      answer.page(
        403,
        hidden === foreign
          ? 'the token of a visitor is not made from the cookie of this visitor.'
          : 'Csrf only checks requests that have a session.',
      );
    }
    const ofNothing = (['base64url', 'base64', 'hex'] as const).map((encoding) => ({
      csrf: createHmac('sha256', '').update('csrf').digest(encoding),
    }));
    const swapped = { csrf: createHmac('sha256', 'csrf').update('').digest('base64url') };
    for (const hidden of [foreign, ...ofNothing, swapped]) {
      (await web.post('/auth/sign-in', form({ ...hidden, email, password }), urlencoded())).page(
        403,
        "there is no cookie, so the token is made from ''. Anyone can compute that one.",
      );
    }
  });

  check('a neighbouring host can set cookies, and still not send our forms', async (app) => {
    const { web, author, browser } = await app.once(blog);
    const { email, password } = author;
    const title = random.sentence();
    // As long as a token, so that a difference in length isn't what refuses it.
    const chosen = random.word().padEnd(43, 'x');
    const csrf = createHmac('sha256', chosen).update('csrf').digest('base64url');
    const attacker = new Browser(web);
    const fetched = await attacker.hidden('/auth/sign-in', '/auth/sign-in');
    const [name, value] = attacker.formCookie() ?? ['form_id', ''];
    const send = (
      path: string,
      cookies: string,
      fields: Record<string, string>,
      headers: Record<string, string> = {},
    ) => web.post(path, form(fields), urlencoded({ Cookie: cookies, ...headers }));
    const foreign =
      'a page of another origin has sent this form, with cookies that it had set itself: CrossOriginProtection is not among the middlewares.';
    const before = await refusalsIn(web);
    const neighbours: Record<string, string>[] = [
      { Origin: 'http://localhost:8080' },
      { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of neighbours) {
      const signIn = { email, password };
      (await send('/auth/sign-in', `${name}=${chosen}`, { ...signIn, csrf }, headers)).page(403, foreign);
      const refused = await send('/auth/sign-in', `${name}=${value}`, { ...signIn, ...fetched }, headers);
      refused
        .page(403, foreign)
        .header(
          'Content-Security-Policy',
          /default-src 'none'/,
          'CrossOriginProtection runs before PageHeaders, so its refusals have no policy.',
        );
    }
    const page = await web.get('/');
    page
      .asPage()
      .expect(
        (await refusalsIn(web)) - before === 2 * neighbours.length,
        'a line in the audit log for each form of another origin',
        'CrossOriginProtection runs before Audit, which never hears of the refusals. It belongs at the end of the middlewares.',
      );
    // The neighbour computes the token, or sends a request with its own cookie and copies the token from the page.
    for (const each of [csrf, await tokenFor(web, `session_id=${chosen}`)]) {
      (await send('/auth/sign-in', `session_id=${chosen}`, { email, password, csrf: each })).page(
        403,
        'nobody has a session with this id, and the token made from it is accepted: browserId uses the cookie, whether there is a `user` in the context or not.',
      );
    }
    const both = `session_id=${browser.cookie('session_id')}; ${name}=${chosen}`;
    (await send('/my-posts', both, { title, content: title, csrf: chosen })).page(
      403,
      'the token is the value of the cookie form_id. A neighbouring host that sets the cookie knows the value. If there is a session, the token must be computed from the session id.',
    );
    for (const each of [csrf, await tokenFor(web, `${name}=${chosen}`)]) {
      (await send('/my-posts', both, { title, content: title, csrf: each })).page(
        403,
        'this browser has a session, and the token of its form_id is accepted. A neighbouring host can set form_id. It cannot know the session id, so if there is a session, only that one may count.',
      );
    }
  });

  check(
    'the token does not reveal the session id',
    async (app) => {
      const { browser } = await app.once(blog);
      const page = await browser.get('/my-posts/new');
      page
        .page(200)
        .expect(
          !page.content.includes(browser.cookie('session_id')),
          'a page without the session id',
          'the session id itself is the token. HttpOnly hides it from scripts, and the page shows it.',
        )
        .expect(
          (['hex', 'base64', 'base64url'] as const).every(
            (encoding) =>
              !page.content.includes(createHash('sha256').update(browser.cookie('session_id')).digest(encoding)),
          ),
          'a page without the digest of the session id',
          'the token is a plain SHA-256 digest of the session id, which is what the table of sessions stores. An HMAC with the session id as its key is different.',
        );
    },
    { alreadyTrue: true },
  );

  check('tokens are compared in constant time', async (app) => {
    const { web } = await app.once(blog);
    if ((await web.output()).includes(comparison)) return;
    throw new CheckFailure({
      problem: 'timingSafeEqual was never called',
      expected: 'each token of a form compared with timingSafeEqual',
      cause: ['the tokens are compared with === or !==, which stop at the first character that differs.'],
    });
  });

  examine(check, api, 5);
  examineApplication(check, api);
});

const directives = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** What else PageHeaders sets, from the start. */
const otherHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'same-origin'],
] as const;

function notAlways(name: string): string {
  return `PageHeaders no longer sets ${name}, or only for some requests. This one is from a visitor without any cookie.`;
}

const comparison = 'two tokens are compared';
/** Tells whether the program uses timingSafeEqual: no response shows it. */
const spy = `
  import crypto from 'node:crypto';
  import { syncBuiltinESMExports } from 'node:module';
  const original = crypto.timingSafeEqual;
  crypto.timingSafeEqual = (a, b) => (console.error(${JSON.stringify(comparison)}), original(a, b));
  syncBuiltinESMExports();
`;

interface Person {
  email: string;
  password: string;
  name: string;
}

const cheap = { BCRYPT_COST: '4' };

/** An author with posts and a draft, all of them made with the forms. */
async function blog(app: Session) {
  const web = app.fresh({ ...cheap, TRELLIS_OBSERVER: spy });
  const [author, other, guessed] = [person(), person(), person()];
  const browser = await registered(web, author);
  await registered(web, guessed);
  const publish = async (title: string, content: string) => {
    const action = await browser.draft(title, content);
    await browser.submit('/my-posts', action, {});
    return { id: action.split('/')[2]!, title, content };
  };
  const first = random.sentence();
  const content = `${first}\nSalt & pepper, "to taste"\nhttps://soup.example/recipe?a=1&b=2`;
  const post = { ...(await publish(random.sentence(), content)), first };
  const hostile = await publish(
    `<script>alert("${random.word()}")</script> &lt;`,
    `" onmouseover="alert(1)\n<img src="x" onerror="alert(1)">`,
  );
  const links = [
    await publish(random.sentence(), 'javascript:alert(1)'),
    await publish(random.sentence(), 'JavaScript:alert(1)'),
    await publish(random.sentence(), 'data:text/html,<script>alert(1)</script>'),
    await publish(random.sentence(), `x-${random.word()}:alert(1)`),
  ];
  const exact = await exactly(publish);
  const title = random.sentence();
  const draft = { id: (await browser.draft(title)).split('/')[2]!, title };
  return { web, browser, post, exact, draft, hostile, links, author, other, guessed };
}

/** A post in which each character counts. */
async function exactly(publish: (title: string, content: string) => Promise<{ id: string; title: string }>) {
  const links = ['One', 'Two', 'Three?Q=Four'].map((path) => `https://soup.example/${random.word()}/${path}`);
  const lines = [`   ${random.word()} &lt;i&gt;   `, `\t&amp;amp; ${random.word()} &copy; &#60;`];
  const start = `   &lt;b&gt; &amp;amp; ${random.word()} `;
  const post = await publish(`${start}${'x'.repeat(197 - start.length)}   `, ['', ...lines, ...links, ''].join('\n'));
  return { ...post, lines, links };
}

/** A browser in which this person has just registered, and so is signed in. */
async function registered(web: Session, { email, password, name }: Person): Promise<Browser> {
  const browser = new Browser(web);
  (await browser.submit('/auth/register', '/auth/register', { email, password, name })).redirect('/');
  return browser;
}

function person(): Person {
  return { email: random.email(), password: random.sentence(), name: `Name ${random.word()}<i>` };
}

/** How many requests the audit log reports as refused with 403. */
async function refusalsIn(web: Session): Promise<number> {
  // One more round trip: what was logged before it has arrived by then.
  await web.get('/public/icon.svg');
  const lines = (await web.output()).split('\n');
  return lines.filter((line) => line.includes('"message":"authentication"') && line.includes('"status":403')).length;
}

/** The token in the sign-in form of a browser with this cookie. */
async function tokenFor(web: Session, cookie: string): Promise<string> {
  const page = await web.get('/auth/sign-in', { headers: { Cookie: cookie } });
  return hiddenIn(formOf(page.content, '/auth/sign-in') ?? '').csrf ?? '';
}

/** The path that a browser stores the notice for, or deletes it for. */
function pathOfNotice({ headers }: Answer): string | undefined {
  const line = headers.getSetCookie().find((each) => each.startsWith('notice='));
  return /;\s*path=([^;]*)/i.exec(line ?? '')?.[1];
}

/** Where the form of the first draft on /my-posts is sent. */
function publishing(page: Answer): string {
  const action = /action="(\/my-posts\/[\w-]+\/publish)"/.exec(page.content)?.[1];
  page.expect(action !== undefined, 'a form with action="/my-posts/…/publish"');
  return action!;
}

function isRedirect({ code }: Answer): boolean {
  return code >= 300 && code < 400;
}

function linksIn({ content }: Answer): (string | undefined)[] {
  return (content.match(/<a\b[^>]*>/g) ?? []).map((tag) => attributeOf(tag, 'href'));
}

function brokenTitle(page: Answer, title: string): string | string[] {
  if (textOf(page).includes(withoutEscapes(title))) {
    return 'the title is escaped by hand, and & was forgotten, so a title with &lt; is shown with <. `html` escapes every character that needs it.';
  }
  return escapedTags(page) ?? 'characters of the title were removed, not escaped.';
}

/** The `title` attribute of the link to a post. */
function tooltipOf({ content }: Answer, id: string): string | undefined {
  const link = content.match(/<a\b[^>]*>/g)?.find((tag) => attributeOf(tag, 'href') === `/posts/${id}`);
  return attributeOf(link ?? '', 'title');
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

  /** The hidden fields of a form on a page. */
  async hidden(page: string, action: string): Promise<Record<string, string>> {
    return hiddenIn(formOf((await this.get(page)).content, action) ?? '');
  }

  /** Fills in a form, and expects that it isn't refused: it is one of ours. */
  async submit(page: string, action: string, fields: Record<string, string>): Promise<Answer> {
    const hidden = await this.hidden(page, action);
    const answer = await this.post(action, { ...hidden, ...fields }, { Referer: `${await this.#app.url()}${page}` });
    return answer.expect(
      answer.code !== 403,
      `the form of ${page} to be accepted`,
      hidden.csrf === undefined
        ? 'Csrf expects a token, and the form has no hidden field "csrf": form in src/pages/form.ts does not add it.'
        : hidden.csrf === ''
          ? "csrfToken returns ''."
          : this.formCookie() === undefined
            ? "nobody gets a form_id: newFormId is never called. A cookie that is missing is '': `??` doesn't see that, `||` does."
            : [
                'Csrf and csrfToken use different ids.',
                'Csrf compares the field with something other than `tokenOf(id)`.',
                'Csrf refuses the right token: `!` is missing before `isEqual`.',
                'a token works only once, and this one has been sent before. All forms of a session have the same token, also in a second tab.',
              ],
    );
  }

  signIn({ email, password }: Person): Promise<Answer> {
    return this.submit('/auth/sign-in', '/auth/sign-in', { email, password });
  }

  /** Writes a draft, and returns where the form of its button is sent. It is the newest, and so the first. */
  async draft(title: string, content = random.sentence()): Promise<string> {
    await this.submit('/my-posts/new', '/my-posts', { title, content });
    return publishing((await this.get('/my-posts')).page(200));
  }

  /** The random id of a browser without a session: the name of the cookie depends on NODE_ENV. */
  formCookie(): [name: string, value: string] | undefined {
    return [...this.#cookies].find(([name]) => name.endsWith('form_id'));
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
    return answer.asPage();
  }
}

/** A copy of a cookie that should no longer work. */
async function isForgotten(web: Session, old: string, because: string): Promise<void> {
  const copy = await web.get('/', { headers: { Cookie: `session_id=${old}` } });
  copy.page(200).expect(!textOf(copy).includes('Sign out'), 'a page without a user for the old cookie', because);
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

/** The value of a field: an input, or a textarea. */
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

/** What a person sees: without tags and escapes. */
function textOf({ content }: Answer): string {
  return withoutEscapes(content.replace(/<[^>]*>/g, ' '));
}

/** The likely causes if the view's own tags were escaped. */
function escapedTags({ content }: Answer): string[] | undefined {
  if (!/&lt;(?:li|a|p|div|span|label)\b/.test(content)) return undefined;
  return [
    'a template inside of another one has no `html` before it, so its tags are escaped like any other string.',
    '`.join` turns an array of `html` into a string. Put the array itself into the template.',
  ];
}

function withoutEscapes(text: string): string {
  const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" };
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => names[name.toLowerCase()] ?? whole);
}

/** The order of the attributes and their quotes don't matter, nor does a slash at the end. */
function links({ content }: Answer, rel: string, href: string): boolean {
  return [...content.matchAll(/<link\b([^>]*)>/gi)].some(
    ([, attributes = '']) => attributeIn(attributes, 'rel') === rel && attributeIn(attributes, 'href') === href,
  );
}

function attributeIn(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
