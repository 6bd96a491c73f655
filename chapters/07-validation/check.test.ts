import {
  type Answer,
  CheckFailure,
  chapter,
  examine,
  examineApplication,
  insideProgram,
  random,
  type Session,
} from '#check';
import { api } from './api.ts';
import massAssignment from './attacks/mass-assignment.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('POST /posts with a title and content is 201', async (app) => {
    const body = aBody();
    const sent = await send(app, 'POST', '/posts', body);
    accept(sent, 201).fields(
      body,
      'the title or the content is changed on the way to the table, or the two are mixed up.',
    );
    expectBind(sent, 'CreatePostDTO', ['title', 'content']);
  });

  check('the attack "mass-assignment" is blocked', async (app) =>
    (await app.once(tracedProgram)).attack(massAssignment),
  );

  check('POST /posts with any other body is 400 Invalid request', async (app) => {
    const word = random.word();
    for (const body of ['{"title":', undefined, 'null', [word], {}, { title: word }, { title: 7, content: word }])
      refuse(await send(app, 'POST', '/posts', body));
    const long = [
      { title: 'x'.repeat(201), content: word },
      { title: word, content: 'x'.repeat(100_001) },
    ];
    for (const body of long) refuse(await send(app, 'POST', '/posts', body), 'a field has no `max`, or another one.');
  });

  check('fields that the DTO does not name are ignored', async (app) => {
    const sent = await send(app, 'POST', '/posts', {
      ...aBody(),
      id: 'mine',
      published: true,
      created_at: 'yesterday',
    });
    const because =
      'the DTO has more fields than title and content, or the handler passes on more than ctx.bind returned.';
    const isOwn = ({ id, created_at }: Record<string, string>) => id !== 'mine' && created_at !== 'yesterday';
    accept(sent, 201)
      .fields({ published: false }, because)
      .expect(isOwn(sent.answer.body), 'an id and times that the server has chosen', because);
  });

  check(
    'PostsService.create takes a title and content, and nothing else',
    async (app) => {
      const others = { id: random.word(), published: true, created_at: 'once', updated_at: 'once', more: 'once' };
      const sent = { ...aBody(), ...others };
      const [made] = await insideProgram(
        app,
        'PostsService',
        `const { id } = await service.create(${JSON.stringify(sent)});
      tell(await service.find(id));
      await service.delete(id);`,
      );
      const copied = made && Object.entries(others).find(([name, value]) => made[name] === value);
      if (copied === undefined) return;
      throw new CheckFailure({
        problem: `Another caller passed more fields to PostsService.create, and the post has one of them: ${copied.join(' = ')}`,
        expected: 'a draft whose other fields the service has chosen',
        cause:
          '`create` of the service copies every field that it gets, as in `...fields`. The DTO protects only one of its callers.',
      });
    },
    { concurrent: true },
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
      [{}, { title: '', content: '', published: false }],
    ];
    for (const [body, expected] of changes) {
      const sent = await send(app, 'PUT', `/posts/${await create(app)}`, body);
      const because = 'the handler keeps old values, or replaces the zero values that bind returned.';
      accept(sent, 200).fields(expected, because);
      expectBind(sent, 'UpdatePostDTO', ['title', 'content', 'published']);
    }
  });

  check('PUT with an invalid body is 400', async (app) => {
    const path = `/posts/${await create(app)}`;
    const notBoolean = 'the tag of published does not say `boolean`.';
    for (const published of ['yes', 'true', 1]) refuse(await send(app, 'PUT', path, { published }), notBoolean);
    refuse(await send(app, 'PUT', path, { title: 'x'.repeat(201) }), 'the title has no rule `max=200`.');
    refuse(await send(app, 'PUT', path, 'null'));
    const looksFirst =
      'the handler looks for the post before it binds the body. Bind first: then only valid bodies cost a query.';
    const { answer } = await send(app, 'PUT', `/posts/${random.word()}`, { published: 'yes' });
    answer.error(400, 'Invalid request', looksFirst);
  });

  check(
    'PUT of a post that does not exist is still 500',
    async (app) => {
      const { answer } = await send(app, 'PUT', `/posts/${random.word()}`, aBody());
      answer.error(500, 'Internal Server Error', [
        'the handler catches the errors of the service as well. A failure of the server is not an invalid request.',
        'the program responds with 404 on its own. That is a better status, but the contract has 500 here: see chapter 04.',
      ]);
    },
    { alreadyTrue: true },
  );

  examine(check, api, 2);
});

step(3, (check) => {
  check('POST /auth/register refuses invalid bodies', async (app) => {
    const valid = aRegistration();
    const { email, password, name } = valid;
    const refused: [object, string][] = [
      [{ email, password }, 'a field has no rule `required`.'],
      [{ email: random.word(), password, name }, 'the email has no rule `email`.'],
      [{ ...valid, password: password.slice(0, 7) }, 'the password has no rule `min=8`.'],
      [{ ...valid, password: '🌻🌻🌻🌻' }, 'the length is compared with .length, which counts each 🌻 twice.'],
      [{ ...valid, name: 'x'.repeat(101) }, 'the name has no rule `max=100`.'],
    ];
    for (const [body, because] of refused) refuse(await send(app, 'POST', '/auth/register', body), because);
  });

  check('POST /auth/register accepts valid bodies', async (app) => {
    for (const body of [aRegistration(), { ...aRegistration(), password: '🌻'.repeat(8) }]) {
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
        const because =
          'the handler returns what ctx.bind(…) returned, and so sends the password back. Await it, and return nothing.';
        answer.expect(!answer.content.includes(password), 'a response without the password', because);
      }
      const program = await app.once(tracedProgram);
      // One more round trip: what was printed before it has arrived by then.
      await program.get('/posts');
      if (!(await program.output()).includes(password)) return;
      throw new CheckFailure({
        problem: 'The program printed the password.',
        expected: 'no password in the output of the program, whether the body is valid or not',
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
    if (handler?.outcome === 'threw') return;
    throw new CheckFailure({
      problem: 'The handler threw nothing.',
      expected: 'throw new HttpError(501)',
      cause:
        'the handler builds the response with ctx.status(501).json(…). That works here, but not in a service, which has no ctx.',
    });
  });

  check('an invalid registration is still 400 Invalid request', async (app) => {
    refuse(await send(app, 'POST', '/auth/register', {}), 'a rule of RegisterDTO is missing.');
  });

  examine(check, api, 4);
  examineApplication(check, api);
});

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

async function send(app: Session, method: string, path: string, body?: unknown): Promise<Sent> {
  const answer = await (await app.once(tracedProgram)).send(method, path, body);
  const steps = answer.trace?.steps ?? [];
  const [bind, handler] = ['bind', 'handler'].map((wanted) => steps.find(({ kind }) => kind === wanted));
  return { answer, bind, handler };
}

function accept(sent: Sent, status: number): Answer {
  const { code } = sent.answer;
  return sent.answer.status(status, code === 400 ? refusal(sent) : code === 500 ? notReached : undefined);
}

/** The trace knows which rule was broken; the client doesn't. */
function refusal({ bind }: Sent): string | undefined {
  // If bind accepted the body, the note names its fields.
  if (bind?.outcome !== 'refused' || bind.note === undefined) return undefined;
  return `${bind.name} refuses this body: ${bind.note}.`;
}

function refuse({ answer, bind, handler }: Sent, because?: string): void {
  answer.error(400, 'Invalid request', whyNotRefused(answer.code, bind) ?? because ?? notRefused);
  if (bind?.outcome !== 'refused' || handler?.outcome === 'threw') return;
  throw new CheckFailure({
    problem: 'The handler caught the error of ctx.bind(…) and built the 400 itself.',
    expected: 'a handler without try and catch: the error of ctx.bind(…) becomes this response',
    cause: 'ctx.bind(…) is in a try block. A catch that responds with 400 also hides errors of the server.',
  });
}

function whyNotRefused(code: number, bind: TracedStep | undefined): string | string[] | undefined {
  if (bind?.outcome === 'accepted' && code === 400)
    return 'the handler checks the body itself, and responds with a message of its own.';
  if (bind?.outcome === 'refused')
    return 'the handler catches the error of ctx.bind(…), or does not await it, and responds with another status or message.';
  if (bind) return bind.outcome === undefined ? 'an `await` is missing before ctx.bind(…).' : undefined;
  return code === 501 ? 'the handler throws the 501 before it binds the body.' : notReached;
}

const notRefused = 'a field of the DTO has no `required`, or no @field, or another type.';
const notReached = [
  'the handler does not call ctx.bind(…), or parses the body itself.',
  'the handler throws before it calls ctx.bind(…), for example because the DTO is imported with `import type`.',
  'an `await` is missing before ctx.bind(…), or a property of the DTO has no @field.',
];

function expectBind({ bind }: Sent, dto: string, fields: string[]): void {
  const others = bind?.note?.split(', ').filter((name) => !fields.includes(name)) ?? [];
  if (bind?.name === dto && (bind.outcome !== 'accepted' || others.length === 0)) return;
  const isThis = bind?.name === dto;
  throw new CheckFailure({
    problem: isThis
      ? `${dto} also has the field ${others.join(', ')}.`
      : bind === undefined
        ? 'The handler bound no DTO.'
        : `The handler bound ${bind.name}.`,
    expected: `await ctx.bind(${dto}), with the fields ${fields.join(', ')} only`,
    cause: isThis
      ? 'the DTO lists the fields that a client may set. Code that stores what bind returned stores this one, too.'
      : 'the handler passes another class to ctx.bind(…), or does not call it, or returns or throws before it gets there.',
  });
}

function whyNot501({ code }: Answer, outcome: string | undefined): string | undefined {
  if (code === 501) return 'the HttpError has a message of its own. Leave the second argument out.';
  if (code === 500)
    return 'the handler throws an ordinary Error. Only an HttpError sets the status. If HttpError is not defined, import it, without `type`.';
  return outcome === 'threw' ? undefined : 'the handler throws nothing. An HttpError that is returned is sent as data.';
}

function aBody() {
  return { title: random.sentence(), content: random.sentence() };
}

function aRegistration() {
  return { email: random.email(), password: random.word().slice(0, 8), name: random.sentence() };
}

async function create(app: Session): Promise<string> {
  const { answer } = await send(app, 'POST', '/posts', aBody());
  return answer.status(201).body.id;
}
