import { type Answer, CheckFailure, chapter, examine, examineApplication, random, type Session } from '#check';
import { api } from './api.ts';
import massAssignment from './attacks/mass-assignment.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('POST /posts with a title and content is 201', async (app) => {
    const body = { title: ` ${random.sentence()} `, content: `${random.sentence()}\n🌻` };
    const sent = await send(app, 'POST', '/posts', body);
    accept(sent, 201).fields(
      body,
      'the title or the content is changed on the way to the table, or the two are mixed up.',
    );
    expectBind(sent, 'CreatePostDTO', ['title', 'content']);
    (await app.once(tracedProgram).then((program) => program.get(`/posts/${sent.answer.body.id}`)))
      .status(200)
      .json(sent.answer.body);
  });

  check('the attack "mass-assignment" is blocked', (app) => app.attack(massAssignment));

  check('POST /posts with any other body is 400 Invalid request', async (app) => {
    const word = random.word();
    const notRequired = 'a field has no rule `required`, so it may be absent or empty.';
    const notString = 'a field of the DTO has no @field, or a type other than string.';
    const refused: [unknown, string][] = [
      [`{"title":"${word}"`, notBound],
      [undefined, notBound],
      ['null', notBound],
      [[word], notBound],
      [{}, notRequired],
      [{ title: word }, notRequired],
      [{ content: word }, notRequired],
      [{ title: '', content: word }, notRequired],
      [{ title: null, content: word }, notRequired],
      [{ title: random.number(), content: word }, notString],
      [{ title: word, content: { text: word } }, notString],
    ];
    for (const [body, because] of refused) refuse(await send(app, 'POST', '/posts', body), because);
  });

  check('POST /posts limits the length of both fields', async (app) => {
    const word = random.word();
    const tooStrict = 'a `max` is too small, or counts UTF-16 code units instead of characters.';
    accept(
      await send(app, 'POST', '/posts', { title: '🌻'.repeat(200), content: 'x'.repeat(100_000) }),
      201,
      tooStrict,
    );
    const shortest = 'a field has a rule `min`, which nobody asked for. One character is enough.';
    accept(await send(app, 'POST', '/posts', { title: 'B', content: '🌻' }), 201, shortest);
    const [title, content] = ['x'.repeat(201), 'x'.repeat(100_001)];
    refuse(await send(app, 'POST', '/posts', { title, content: word }), 'the title has no rule `max=200`.');
    refuse(await send(app, 'POST', '/posts', { title: word, content }), 'the content has no rule `max=100000`.');
    await expectTooLarge(app, 'POST', '/posts');
  });

  check('fields that the DTO does not name are ignored', async (app) => {
    const [id, title, content] = [random.word(), random.word(), random.word()];
    const others = { id, published: true, created_at: 'yesterday', updated_at: 'yesterday', [random.word()]: 1 };
    const sent = await send(app, 'POST', '/posts', { title, content, ...others });
    const because =
      'the DTO has more fields than title and content, or the handler passes on more than ctx.bind returned.';
    accept(sent, 201)
      .fields({ title, content, published: false }, because)
      .expect(
        sent.answer.body.id !== id && !sent.answer.content.includes('yesterday'),
        'an id and times that the server has chosen',
        because,
      );
  });

  check('PostsService.create takes a title and content, and nothing else', async (app) => {
    const program = await app.once(withAnotherCaller);
    const list = await program.get('/posts');
    const drafts = await program.get('/admin/drafts');
    const copies =
      '`create` of the service copies every field that it gets, as in `...fields`. The DTO protects only one of its callers.';
    list
      .status(200)
      .expect(
        !list.content.includes(otherCaller),
        'a draft, although another caller of the service passed "published":true along with the title and the content',
        copies,
      );
    drafts
      .status(200)
      .expect(
        !drafts.content.includes(theirTime),
        `a draft with the current time, although another caller of the service passed "${theirTime}" as "created_at" and "updated_at"`,
        copies,
      )
      .expect(
        !drafts.content.includes(theirId),
        `a draft with a new id, although another caller of the service passed "id":"${theirId}"`,
        copies,
      );
    if (!(await program.output()).includes(theirField)) return;
    throw new CheckFailure({
      problem: `PostsService.create returned a field that another caller had made up: ${theirField}.`,
      expected: 'the six fields of a post',
      cause: copies,
    });
  });

  check(
    'the handler uses what bind returned',
    (app) => parsesOnce(app, 'CreatePostDTO', (program, body) => program.post('/posts', body)),
    { alreadyTrue: true },
  );

  examine(check, api, 1);
});

step(2, (check) => {
  check('PUT replaces the post: absent fields become empty or false', async (app) => {
    const title = random.sentence();
    const changes: [object, Record<string, unknown>][] = [
      [{ title }, { title, content: '', published: false }],
      [{ published: true }, { title: '', content: '', published: true }],
      [
        { title, published: null },
        { title, content: '', published: false },
      ],
      [
        { content: title, title: null },
        { title: '', content: title, published: false },
      ],
      [{}, { title: '', content: '', published: false }],
    ];
    for (const [body, expected] of changes) {
      const sent = await send(app, 'PUT', `/posts/${(await create(app)).id}`, body);
      accept(sent, 200).fields(
        expected,
        'the handler keeps old values, or replaces the zero values that bind returned.',
      );
      expectBind(sent, 'UpdatePostDTO', ['title', 'content', 'published']);
    }
  });

  check(
    'PUT allows the same lengths as POST',
    async (app) => {
      const path = `/posts/${(await create(app)).id}`;
      const body = { title: '🌻'.repeat(200), content: 'x'.repeat(100_000) };
      const tooStrict = 'a `max` of UpdatePostDTO is smaller than that of CreatePostDTO.';
      accept(await send(app, 'PUT', path, body), 200, tooStrict).fields(body);
      const shortest = 'a field has a rule `min`, which nobody asked for. One character is enough.';
      accept(await send(app, 'PUT', path, { title: 'B', content: '🌻' }), 200, shortest);
    },
    { alreadyTrue: true },
  );

  check('PUT with an invalid body is 400 and changes nothing', async (app) => {
    const post = await create(app);
    const word = random.word();
    const notBoolean = 'the tag of published does not say `boolean`.';
    const refused: [unknown, string][] = [
      [{ title: word, content: word, published: 'yes' }, notBoolean],
      [{ title: word, content: word, published: 'true' }, notBoolean],
      [{ title: word, content: word, published: 1 }, notBoolean],
      [{ title: random.number(), content: word, published: true }, 'the title is not a string field.'],
      [{ title: 'x'.repeat(201), content: word }, 'the title has no rule `max=200`.'],
      [{ title: word, content: 'x'.repeat(100_001) }, 'the content has no rule `max=100000`.'],
      [`{"title":"${word}"`, notBound],
      ['null', notBound],
    ];
    for (const [body, because] of refused) refuse(await send(app, 'PUT', `/posts/${post.id}`, body), because);
    const unknown = await send(app, 'PUT', `/posts/${random.word()}`, { title: word, content: word, published: 'yes' });
    const looksFirst =
      'the handler looks for the post before it binds the body. Bind first: then only valid bodies cost a query.';
    unknown.answer.error(400, 'Invalid request', looksFirst);
    await expectTooLarge(app, 'PUT', `/posts/${post.id}`);
    const { answer } = await send(app, 'GET', `/posts/${post.id}`);
    answer.status(200).json(post, 'the post is changed before the body is bound.');
  });

  check(
    'the handler of PUT uses what bind returned',
    (app) => parsesOnce(app, 'UpdatePostDTO', (program, body) => program.put(`/posts/${theirId}`, body)),
    { alreadyTrue: true },
  );

  check(
    'PUT of a post that does not exist is still 500',
    async (app) => {
      const { answer } = await send(app, 'PUT', `/posts/${random.word()}`, { title: 'x', content: 'x' });
      answer.error(
        500,
        'Internal Server Error',
        answer.code === 404
          ? 'the program responds with 404 on its own. That is a better status, but the contract has 500 here: see chapter 04.'
          : 'the handler catches the errors of the service as well. A failure of the server is not an invalid request.',
      );
    },
    { alreadyTrue: true },
  );

  examine(check, api, 2);
});

step(3, (check) => {
  check('POST /auth/register refuses invalid bodies', async (app) => {
    const { email, password, name } = aRegistration();
    const required = 'a field has no rule `required`.';
    const address = 'the email has no rule `email`.';
    const refused: [object, string][] = [
      [{ password, name }, required],
      [{ email, name }, required],
      [{ email, password }, required],
      [{ email, password, name: '' }, required],
      [{ email: random.word(), password, name }, address],
      [{ email: `${random.word()}@`, password, name }, address],
      [{ email: `${random.word()} ${email}`, password, name }, address],
      [{ email: `a${longestEmail()}`, password, name }, 'the email has no rule `max=254`.'],
      [{ email, password: password.slice(0, 7), name }, 'the password has no rule `min=8`.'],
      [{ email, password: '🌻🌻🌻🌻', name }, 'the length is compared with .length, which counts each 🌻 twice.'],
      [{ email, password, name: 'x'.repeat(101) }, 'the name has no rule `max=100`.'],
    ];
    for (const [body, because] of refused) refuse(await send(app, 'POST', '/auth/register', body), because);
    await expectTooLarge(app, 'POST', '/auth/register');
  });

  check('POST /auth/register accepts valid bodies', async (app) => {
    const good = [
      aRegistration(),
      { ...aRegistration(), password: '🌻'.repeat(8) },
      { ...aRegistration(), name: 'B' },
      { email: longestEmail(), password: random.word().repeat(100), name: '🌻'.repeat(100) },
    ];
    for (const body of good) {
      const sent = await send(app, 'POST', '/auth/register', body);
      expectBind(sent, 'RegisterDTO', ['email', 'password', 'name']);
      const because = refusal(sent) ?? 'the handler refuses this body itself, after ctx.bind(…) has accepted it.';
      sent.answer.expect(sent.answer.code !== 400, 'any status except 400: this body is valid', because);
    }
  });

  check(
    'nothing repeats the password',
    async (app) => {
      const password = `${random.word()}${random.word()}`;
      const valid = { ...aRegistration(), password };
      for (const body of [valid, { ...valid, email: random.word() }]) {
        const { answer } = await send(app, 'POST', '/auth/register', body);
        answer.expect(
          !answer.content.includes(password),
          'a response without the password',
          'the handler returns what ctx.bind(…) returned, and so sends the password back. Await it, and return nothing.',
        );
      }
      const program = await app.once(tracedProgram);
      // One more round trip: what was printed before it has arrived by then.
      await program.get('/posts');
      if (!(await program.output()).includes(password)) return;
      throw new CheckFailure({
        problem: 'The program printed the password.',
        expected:
          'no password in the output of the program, whether the body is valid or not, and with LOG_LEVEL=debug',
        cause: 'a console.log or log call prints the body. Logs are kept longer and read by more people than the data.',
      });
    },
    { alreadyTrue: true },
  );
});

step(4, (check) => {
  check('a valid registration is 501 Not Implemented', async (app) => {
    const { answer, handler } = await send(app, 'POST', '/auth/register', aRegistration());
    answer.error(501, 'Not Implemented', whyNot501(answer, handler?.outcome));
  });

  check('the 501 is a thrown HttpError', async (app) => {
    const { answer, handler } = await send(app, 'POST', '/auth/register', aRegistration());
    if (handler?.outcome === 'threw') return;
    const cause =
      answer.code === 501
        ? 'the handler builds the response with ctx.status(501).json(…). That works here, but not in a service, which has no ctx.'
        : 'the handler returns normally, or returns the error instead of throwing it.';
    throw new CheckFailure({ problem: 'The handler threw nothing.', expected: 'throw new HttpError(501)', cause });
  });

  check('an invalid registration is still 400 Invalid request', async (app) => {
    const because = 'a rule of RegisterDTO is missing.';
    for (const body of [{}, { ...aRegistration(), password: random.word().slice(0, 5) }]) {
      refuse(await send(app, 'POST', '/auth/register', body), because);
    }
  });

  examineApplication(check, api);
});

const notBound =
  "the handler parses the body itself. JSON.parse throws on this body, or returns a value that the code after it can't use.";

interface Sent {
  answer: Answer;
  bind?: TracedStep;
  handler?: TracedStep;
}

interface TracedStep {
  name: string;
  outcome?: string;
  note?: string;
}

/** One program for all checks, with traces: they show which DTO was bound, and why a body was refused. */
async function tracedProgram(app: Session): Promise<Session> {
  return app.fresh({ TRELLIS_TRACE: '1', LOG_LEVEL: 'debug' });
}

/** The title of a post that code inside the program creates. */
const otherCaller = `Another caller ${random.word()}`;

const theirTime = '2099-01-01T00:00:00.000Z';

const theirId = random.word();

const theirField = random.word();

async function parsesOnce(
  app: Session,
  dto: string,
  send: (program: Session, body: object) => Promise<Answer>,
): Promise<void> {
  const program = await app.once(withAnotherCaller);
  const title = `${otherCaller}, for ${dto}`;
  await send(program, { title, content: 'x' });
  const times = (await program.output()).split(`parsed ${title}`).length - 1;
  if (times <= 1) return;
  throw new CheckFailure({
    problem: `The body was parsed ${times} times.`,
    expected: `const body = await ctx.bind(${dto}), and no other code that reads the body`,
    cause: 'the handler calls ctx.bind(…), but then parses the body itself and uses that.',
  });
}

/**
 * When this program listens, another caller passes more fields to the service than it should accept. And it prints the
 * title of every body that is parsed.
 */
async function withAnotherCaller(app: Session): Promise<Session> {
  const title = JSON.stringify(otherCaller);
  const fields = { id: theirId, content: 'x', published: true, created_at: theirTime, updated_at: theirTime };
  const code = `
    import { subscribe } from 'node:diagnostics_channel';
    const parse = JSON.parse;
    JSON.parse = (text, reviver) => {
      const value = parse(text, reviver);
      if (typeof value?.title === 'string') console.log('parsed ' + value.title);
      return value;
    };
    subscribe('trellis:listening', async ({ built }) => {
      const service = built.map(({ instance }) => instance).find(({ constructor }) => constructor.name === 'PostsService');
      try {
        const fields = ${JSON.stringify({ ...fields, [theirField]: true })};
        console.log(Object.keys(await service.create({ title: ${title}, ...fields })).join());
      } catch {
        // A service that takes something else is reported by the other checks.
      }
      console.log(${title});
    });
  `;
  const program = app.fresh({ TRELLIS_OBSERVER: code });
  // The other caller runs when the program listens. Its last line says that it is done.
  for (let tries = 0; tries < 100 && !(await program.output()).includes(otherCaller); tries++) {
    await program.get('/posts');
  }
  return program;
}

async function send(app: Session, method: string, path: string, body?: unknown): Promise<Sent> {
  const program = await app.once(tracedProgram);
  const trace = (await program.running()).nextTrace((event) => event.method === method);
  trace.catch(() => {});
  const answer = await program.send(method, path, body);
  const { steps } = await trace;
  return {
    answer,
    bind: steps.find(({ kind }) => kind === 'bind'),
    handler: steps.find(({ kind }) => kind === 'handler'),
  };
}

function accept(sent: Sent, status: number, because?: string): Answer {
  const { code } = sent.answer;
  return sent.answer.status(
    status,
    code === 400 ? (refusal(sent) ?? because) : code === 500 ? (sent.bind ? noValue : [noBind, notReached]) : because,
  );
}

/** The trace knows which rule was broken; the client doesn't. */
function refusal({ bind }: Sent): string | undefined {
  // If bind accepted the body, the note names its fields.
  if (bind?.outcome !== 'refused' || bind.note === undefined) return undefined;
  return `${bind.name} refuses this body: ${bind.note}.`;
}

function refuse({ answer, bind, handler }: Sent, because: string): void {
  answer.error(400, 'Invalid request', whyNotRefused(answer.code, bind) ?? because);
  if (bind?.outcome !== 'refused' || handler?.outcome === 'threw') return;
  throw new CheckFailure({
    problem: 'The handler caught the error of ctx.bind(…) and built the 400 itself.',
    expected: 'a handler without try and catch: the error of ctx.bind(…) becomes this response',
    cause: 'ctx.bind(…) is in a try block. A catch that responds with 400 also hides errors of the server.',
  });
}

/** A body that is too large isn't an invalid one. Only a handler that catches errors can mix them up. */
async function expectTooLarge(app: Session, method: string, path: string): Promise<void> {
  const { answer } = await send(app, method, path, { title: 'x'.repeat(1024 * 1024) });
  answer.error(413, 'Payload Too Large', 'the handler turns every error of ctx.bind(…) into a 400 of its own.');
}

function whyNotRefused(code: number, bind: TracedStep | undefined): string | string[] | undefined {
  if (code === 400) return bind?.outcome === 'accepted' || bind === undefined ? byHand : ownMessage;
  if (code === 500) return bind ? noValue : [notBound, notReached];
  if (bind?.outcome === 'refused') return otherStatus;
  if (bind) return bind.outcome === undefined ? 'an `await` is missing before ctx.bind(…).' : undefined;
  return code === 501 ? 'the handler throws the 501 before it binds the body.' : noBind;
}

const byHand = 'the handler checks the body itself, and responds with a message of its own.';
const ownMessage = 'the handler catches the error of ctx.bind(…) and responds with a message of its own.';
const otherStatus =
  'the handler catches the error of ctx.bind(…), or does not await it, and responds with another status.';
const noValue =
  'an `await` is missing before ctx.bind(…), or a property of the DTO has no @field, or the service throws.';
const noBind = 'the handler does not call ctx.bind(…).';
const notReached =
  'the handler throws before it calls ctx.bind(…), for example because the DTO is imported with `import type`.';

function expectBind({ bind }: Sent, dto: string, fields: string[]): void {
  if (bind?.name === dto) {
    const bound = bind.note?.split(', ') ?? [];
    const others = bound.filter((name) => !fields.includes(name));
    if (bind.outcome !== 'accepted' || others.length === 0) return;
    throw new CheckFailure({
      problem: `${dto} also has the field ${others.join(', ')}.`,
      expected: `only ${fields.join(', ')}`,
      cause:
        'the DTO lists the fields that a client may set. Code that stores what bind returned stores this one, too.',
    });
  }
  throw new CheckFailure({
    problem: bind === undefined ? 'The handler bound no DTO.' : `The handler bound ${bind.name}.`,
    expected: `await ctx.bind(${dto})`,
    cause:
      bind === undefined
        ? 'the handler does not call ctx.bind(…), or returns or throws before it gets there.'
        : `the handler passes ${bind.name} to ctx.bind(…), not ${dto}.`,
  });
}

function whyNot501({ code }: Answer, outcome: string | undefined): string | undefined {
  if (code === 501) return 'the HttpError has a message of its own. Leave the second argument out.';
  if (code === 500)
    return 'the handler throws an ordinary Error. Only an HttpError sets the status. If HttpError is not defined, import it, without `type`.';
  return outcome === 'threw' ? undefined : 'the handler throws nothing. An HttpError that is returned is sent as data.';
}

function aRegistration() {
  return { email: random.email(), password: random.word().slice(0, 8), name: random.sentence() };
}

/** An address of exactly 254 characters. */
function longestEmail(): string {
  const domain = `${'b'.repeat(60)}.`.repeat(3);
  return `${random.word().padEnd(64, 'a')}@${domain}x.info`;
}

async function create(app: Session) {
  const { answer } = await send(app, 'POST', '/posts', { title: random.sentence(), content: random.sentence() });
  return answer.status(201).body;
}
