import { chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check(
    'POST /posts with a title and a content is 201',
    async (app) => {
      const body = { title: random.sentence(), content: `${random.sentence()}\n🌻` };
      const answer = await app.post('/posts', body);
      const because = 'this body is fine. Do the two fields of the DTO have the names of the body?';
      answer.status(201, `${because} ${isAwaited}`).fields(body);
      (await app.get(`/posts/${answer.body.id}`)).status(200).json(answer.body);
    },
    { alreadyTrue: true },
  );

  check('POST /posts with any other body is 400 Invalid request', async (app) => {
    const word = random.word();
    const missing = 'a field without `required` may be absent, and is the empty text then.';
    const wrongType = 'a title is a text. Is the field in the DTO, and of the type string?';
    const refused: [unknown, string][] = [
      [`{"title":"${word}"`, 'this is not JSON. ctx.bind(…) reads the body for you; JSON.parse throws.'],
      [undefined, 'there is no body. ctx.bind(…) refuses that too.'],
      ['null', 'JSON, but no object. ctx.bind(…) refuses that too.'],
      [[word], 'JSON, but a list. ctx.bind(…) refuses that too.'],
      [{}, missing],
      [{ title: word }, missing],
      [{ content: word }, missing],
      [{ title: '', content: word }, '`required` refuses the empty text too. Does the field have it?'],
      [{ title: null, content: word }, missing],
      [{ title: random.number(), content: word }, wrongType],
      [{ title: word, content: { text: word } }, wrongType],
    ];
    for (const [body, because] of refused) refuse(await app.post('/posts', body), because);
  });

  check(
    'what the DTO does not name is dropped',
    async (app) => {
      const [id, title, content] = [random.word(), random.word(), random.word()];
      const answer = await app.post('/posts', { id, title, content, published: true, created_at: 'yesterday' });
      const because =
        'the client chose a field that is none of its business. The DTO names title and content, no more.';
      answer
        .status(201, 'what a DTO does not name is dropped, and no reason to refuse.')
        .fields({ title, content, published: false }, because)
        .expect(
          answer.body.id !== id && answer.body.created_at !== 'yesterday',
          'an id and a time of our own',
          because,
        );
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('PUT replaces: what is absent becomes empty, or false', async (app) => {
    const title = random.sentence();
    const because = 'what is absent has its zero value: the empty text, or false. Nothing is `required` here.';
    const changes: [object, Record<string, unknown>][] = [
      [{ title }, { title, content: '', published: false }],
      [{ published: true }, { title: '', content: '', published: true }],
      [
        { content: title, title: null },
        { title: '', content: title, published: false },
      ],
      [{}, { title: '', content: '', published: false }],
    ];
    for (const [body, expected] of changes) {
      const post = await create(app);
      const answer = await app.put(`/posts/${post.id}`, body);
      answer.status(200, because).fields(expected, because);
      (await app.get(`/posts/${post.id}`)).status(200).json(answer.body);
    }
  });

  check('PUT with a body that does not fit is 400, and changes nothing', async (app) => {
    const post = await create(app);
    const word = random.word();
    const notBoolean = '"published" is a boolean, and the tag of its field has to say so.';
    const refused: [unknown, string][] = [
      [{ title: word, content: word, published: 'yes' }, notBoolean],
      [{ title: word, content: word, published: 'true' }, notBoolean],
      [{ title: word, content: word, published: 1 }, notBoolean],
      [{ title: random.number(), content: word, published: true }, 'a title is a text, not a number.'],
      [`{"title":"${word}"`, 'this is not JSON. ctx.bind(…) reads the body for you; JSON.parse throws.'],
      ['null', 'JSON, but no object. ctx.bind(…) refuses that too.'],
    ];
    for (const [body, because] of refused) {
      refuse(await app.put(`/posts/${post.id}`, body), because);
    }
    (await app.get(`/posts/${post.id}`)).status(200).json(post, 'the post was changed before the body was bound.');
  });
});

step(3, (check) => {
  check('POST /auth/register refuses what breaks a rule', async (app) => {
    const { email, password, name } = aRegistration();
    const required = 'all three fields are `required`.';
    const address = 'the rule for an address is `email`.';
    const refused: [object, string][] = [
      [{ password, name }, required],
      [{ email, name }, required],
      [{ email, password }, required],
      [{ email, password, name: '' }, required],
      [{ email: random.word(), password, name }, address],
      [{ email: `${random.word()}@`, password, name }, address],
      [{ email: `${random.word()} ${email}`, password, name }, address],
      [{ email, password: password.slice(0, 7), name }, 'a password has at least 8 characters: the rule is `min=8`.'],
      [{ email, password: '🌻🌻🌻🌻', name }, 'four characters, although .length says 8. The rule `min` counts right.'],
    ];
    for (const [body, because] of refused) {
      const answer = await app.post('/auth/register', body);
      refuse(answer, answer.code === 404 ? notReached : because);
    }
  });

  check('POST /auth/register accepts what keeps the rules', async (app) => {
    const good = [aRegistration(), { ...aRegistration(), password: '🌻'.repeat(8) }, { ...aRegistration(), name: 'B' }];
    for (const body of good) {
      const answer = await app.post('/auth/register', body);
      const because = answer.code === 404 ? notReached : 'a rule is too strict: compare the tags with the README.';
      answer.expect(![400, 404].includes(answer.code), 'neither 400 nor 404: this body is fine', because);
    }
  });
});

step(4, (check) => {
  check('a good registration is 501 Not Implemented', async (app) => {
    const answer = await app.post('/auth/register', aRegistration());
    answer.error(
      501,
      'Not Implemented',
      'an HttpError has to be thrown, not returned. Then it answers with its status and the words of it. Any other error is a 500.',
    );
  });

  check('a bad registration is still 400 Invalid request', async (app) => {
    const because = 'the body is bound first, with `await`; only what is fine gets as far as the 501.';
    for (const body of [{}, { ...aRegistration(), password: random.word().slice(0, 5) }]) {
      (await app.post('/auth/register', body)).error(400, 'Invalid request', because);
    }
  });
});

const isAwaited = 'Is there an `await` in front of ctx.bind(…)?';
const notReached = 'AuthModule declares the controller, and AppModule has to import AuthModule.';

/** What was not refused at all may be the work of a handler that did not wait. */
function refuse(answer: Awaited<ReturnType<Session['post']>>, because: string): void {
  const isRefused = [400, 404].includes(answer.code);
  answer.error(400, 'Invalid request', isRefused ? because : `${because} ${isAwaited}`);
}

function aRegistration() {
  return { email: random.email(), password: random.word().slice(0, 8), name: random.sentence() };
}

async function create(app: Session) {
  return (await app.post('/posts', { title: random.sentence(), content: random.sentence() })).status(201).body;
}
