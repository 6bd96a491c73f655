import { chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /whoami answers with two headers of the request', async (app) => {
    const [agent, reader] = [random.word(), random.word()];
    const answer = await app.get('/whoami', { headers: { 'User-Agent': agent, 'x-reader': reader } });
    answer
      .status(200)
      .json({ agent, reader }, '"agent" is the header User-Agent, "reader" the header X-Reader. Compare both names.');
  });

  check('a header that was not sent has a default', async (app) => {
    const agent = random.word();
    const answer = await app.get('/whoami', { headers: { 'User-Agent': agent } });
    answer
      .status(200)
      .json(
        { agent, reader: 'stranger' },
        'without the header X-Reader, ctx.header(…) gives the empty text. "stranger" comes in its place.',
      );
  });
});

step(2, (check) => {
  check('POST /count counts the bytes and the characters of the body', async (app) => {
    const word = random.word();
    const plain = await app.post('/count', word);
    plain
      .status(200)
      .json(
        { bytes: word.length, characters: word.length },
        'the body is a promise of bytes: is there an `await` in front of ctx.request.body()?',
      );
    const text = `${random.sentence()} café 🌻`;
    const answer = await app.post('/count', text);
    const expected = { bytes: Buffer.byteLength(text), characters: [...text].length };
    const because =
      'bytes are counted on the body, characters on its text. And .length of a text counts the sunflower twice: spread it first, [...text].';
    answer.status(200).json(expected, because);
  });

  check('POST /count without a body counts nothing', async (app) => {
    const answer = await app.post('/count');
    answer
      .status(200)
      .json(
        { bytes: 0, characters: 0 },
        'a request without a body has a body of no bytes: nothing special needs to be done.',
      );
  });
});

step(3, (check) => {
  check('POST /notes answers 201 with the number of the note', async (app) => {
    const first = await app.post('/notes', random.sentence());
    first
      .status(201, 'a plain value is answered with 200. Something new was made: ctx.status(201).json(…).')
      .fields({ number: isCount }, 'the body has a field "number". The first note has the number 1.');
    const second = await app.post('/notes', random.sentence());
    second
      .status(201)
      .json(
        { number: first.body.number + 1 },
        'each note has a number of its own, one more than the last. The list has to live in a field of the class.',
      );
  });

  check('POST /notes says in Location where the note is', async (app) => {
    const answer = await app.post('/notes', random.sentence());
    answer
      .status(201, 'a plain value is answered with 200. Something new was made: ctx.status(201).json(…).')
      .header(
        'Location',
        `/notes/${answer.body.number}`,
        'the header is set with ctx.response.setHeader(…), before the `return`.',
      );
  });
});

step(4, (check) => {
  check('GET /notes/:number answers with the note as text', async (app) => {
    const notes = [`${random.sentence()} "basil" 🌻`, random.sentence()];
    const numbers = [await write(app, notes[0]!), await write(app, notes[1]!)];
    for (const [index, number] of numbers.entries()) {
      const answer = await app.get(`/notes/${number}`);
      answer
        .status(200)
        .header(
          'Content-Type',
          /^text\/plain/,
          'a returned text is JSON, with quotes around it. ctx.status(200).send(…) answers with plain text.',
        )
        .text(
          notes[index]!,
          'another note came, or another text. The first place in a list is 0, and the first note has the number 1.',
        );
    }
  });

  check('a note that does not exist is 404', async (app) => {
    const because = 'look whether there is a note before you send it; where there is none, ctx.status(404).json(…).';
    const number = await write(app, random.sentence());
    for (const unknown of [number + 1000, 0, random.word()]) {
      const answer = await app.get(`/notes/${unknown}`);
      answer.error(404, 'Note not found', because);
    }
  });
});

step(5, (check) => {
  check('PUT /reader/:name sets the cookie', async (app) => {
    const name = random.word();
    const answer = await app.put(`/reader/${name}`);
    answer
      .status(204, 'the handler sets the cookie and returns nothing.')
      .header(
        'Set-Cookie',
        new RegExp(`^reader=${name}(;|$)`),
        'ctx.setCookie(…) asks the browser to keep it. The header Cookie is what the browser sends.',
      )
      .header(
        'Set-Cookie',
        /; *HttpOnly/i,
        'the cookie is not hidden from scripts. Use ctx.setCookie(…), and leave its defaults as they are.',
      );
  });

  check('GET /reader reads the cookie', async (app) => {
    const reader = random.word();
    const answer = await app.get('/reader', { headers: { Cookie: `theme=dark; reader=${reader}` } });
    answer.status(200).json({ reader }, 'ctx.cookie(…) takes the name of the cookie, "reader".');
    const without = await app.get('/reader');
    without
      .status(200)
      .json(
        { reader: '' },
        'without a cookie, the reader is the empty text. Is the name kept somewhere else than in the cookie?',
      );
  });

  check('what one request sets, the next one reads', async (app) => {
    const name = `café-${random.word()}`;
    const set = await app.put(`/reader/${encodeURIComponent(name)}`);
    set.status(204, 'the handler sets the cookie and returns nothing.');
    const cookie = set.headers.get('set-cookie')?.split(';')[0] ?? '';
    const answer = await app.get('/reader', { headers: { Cookie: cookie } });
    answer
      .status(200)
      .json({ reader: name }, 'the cookie has to hold the name, and GET /reader has to ask for the same cookie.');
  });
});

step(6, (check) => {
  check('GET /welcome greets the reader of the cookie', async (app) => {
    const reader = random.word();
    const answer = await app.get('/welcome', { headers: { Cookie: `reader=${reader}` } });
    answer.status(200).json({ message: `Welcome, ${reader}!` }, missingValue);
  });

  check('GET /welcome greets a stranger', async (app) => {
    const answer = await app.get('/welcome');
    answer.status(200).json({ message: 'Welcome, stranger!' }, missingValue);
  });

  check('twenty readers at once are each greeted by their own name', async (app) => {
    const readers = Array.from({ length: 20 }, () => random.word());
    const answers = await Promise.all(
      readers.map((reader) => app.get('/welcome', { headers: { Cookie: `reader=${reader}` } })),
    );
    for (const [index, answer] of answers.entries()) {
      const because =
        'the name of another reader: it was kept where all requests share it. ctx.set(…) keeps it for this request only.';
      answer.status(200).json({ message: `Welcome, ${readers[index]}!` }, because);
    }
  });
});

const missingValue =
  '"undefined" means that nobody has left a value: does the route name the middleware, and do ctx.set(…) and ctx.get(…) use the same key?';

async function write(app: Session, text: string): Promise<number> {
  const answer = await app.post('/notes', text);
  return answer.status(201).body.number;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1;
}
