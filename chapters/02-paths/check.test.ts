import { chapter, random } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /tags/:tag answers with the tag of the path', async (app) => {
    const tag = random.word();
    const answer = await app.get(`/tags/${tag}`);
    answer
      .status(200)
      .json({ tag }, 'an empty text means that the name in ctx.param(…) is not the name behind the colon in the path.');
  });

  check('a parameter arrives decoded', async (app) => {
    const word = random.word();
    const accented = await app.get(`/tags/caf%C3%A9-${word}`);
    accented.status(200).json({ tag: `café-${word}` }, 'ctx.param(…) gives the text decoded. Return it as it is.');
    const slashed = await app.get(`/tags/${word}%2Fb`);
    slashed
      .status(200)
      .json({ tag: `${word}/b` }, 'an encoded slash belongs to the parameter. Return what ctx.param(…) gives, uncut.');
  });
});

step(2, (check) => {
  check('GET /readers/:reader/posts/:post answers with both', async (app) => {
    const [reader, post] = [random.word(), random.word()];
    const answer = await app.get(`/readers/${reader}/posts/${post}`);
    answer
      .status(200)
      .json(
        { reader, post },
        'each field takes the parameter of its own name. Are two names exchanged, or is one misspelt?',
      );
  });

  check(
    'a path with a segment too few or an empty one matches nothing',
    async (app) => {
      const because = 'a route matches more than it should: it has four segments, /readers/:reader/posts/:post.';
      (await app.get(`/readers/${random.word()}/posts`)).error(404, 'Not Found', because);
      (await app.get(`/readers//posts/${random.word()}`)).error(404, 'Not Found', because);
    },
    { alreadyTrue: true },
  );
});

step(3, (check) => {
  check('GET /search answers with the words and the page, a number', async (app) => {
    const [q, page] = [random.word(), random.number()];
    const answer = await app.get(`/search?q=${q}&page=${page}`);
    answer.status(200).json({ q, page }, 'a query is always text. Number(…) makes a number of it: 7, not "7".');
    const other = await app.get(`/search?page=${page}&q=${q}`);
    other.status(200).json({ q, page }, 'the order of the query does not matter: ask for each part by its name.');
  });

  check('a query arrives decoded', async (app) => {
    const word = random.word();
    const answer = await app.get(`/search?q=two+${word}%21`);
    answer
      .status(200)
      .json(
        { q: `two ${word}!`, page: 1 },
        'ctx.query(…) gives the text decoded. And the page is 1 where none is asked for.',
      );
  });

  check('what is absent from the query has a default', async (app) => {
    (await app.get('/search'))
      .status(200)
      .json({ q: '', page: 1 }, 'without a query, "q" is the empty text and "page" is 1: see ctx.queryDefault(…).');
    (await app.get('/search?page=0'))
      .status(200)
      .json({ q: '', page: 0 }, 'a default is for what is absent, and 0 is present. Does || take the 0 for nothing?');
  });
});

step(4, (check) => {
  check('GET /files/* answers with the rest of the path', async (app) => {
    const [folder, file] = [random.word(), random.word()];
    const because = 'an empty or missing text means another name: the rest of the path is called "*".';
    (await app.get(`/files/${folder}/${file}.txt`)).status(200).json({ file: `${folder}/${file}.txt` }, because);
    (await app.get(`/files/${file}`)).status(200).json({ file }, because);
    (await app.get(`/files/${folder}/${folder}/${folder}/${file}`))
      .status(200)
      .json({ file: `${folder}/${folder}/${folder}/${file}` }, because);
  });

  check(
    'GET /files alone matches nothing',
    async (app) => {
      const because =
        'a route matches more than it should. The path is /files/*, and * stands for what is behind the slash.';
      (await app.get('/files')).error(404, 'Not Found', because);
    },
    { alreadyTrue: true },
  );
});

step(5, (check) => {
  check('GET /tags/popular is answered by the exact route', async (app) => {
    const answer = await app.get('/tags/popular');
    answer
      .status(200)
      .json({ popular: 'gardening' }, 'where "tag" or "below" answers, no route stands at exactly /tags/popular.');
  });

  check('GET /tags/:tag is answered by the pattern, although a wildcard fits too', async (app) => {
    // One request first: without the wildcard this would say nothing about who wins.
    const [tag, rest] = [random.word(), random.word()];
    (await app.get(`/tags/${tag}/${rest}`)).status(200);
    const answer = await app.get(`/tags/${tag}`);
    answer.status(200).json({ tag }, 'the route of step 1 has to stay as it was: a pattern wins over a wildcard.');
  });

  check('everything deeper is answered by the wildcard', async (app) => {
    const [tag, rest] = [random.word(), random.word()];
    const because = 'the path of the wildcard is /tags/*, and its handler gives ctx.param("*") under the name "below".';
    (await app.get(`/tags/${tag}/${rest}`)).status(200).json({ below: `${tag}/${rest}` }, because);
    (await app.get(`/tags/popular/${rest}`)).status(200).json({ below: `popular/${rest}` }, because);
  });

  check(
    'GET /tags is still the list of chapter 01, with and without a slash at its end',
    async (app) => {
      const because = 'HelloController still answers GET /tags: leave its route as it was.';
      for (const path of ['/tags', '/tags/']) {
        (await app.get(path)).status(200).json(['cooking', 'gardening', 'travel'], because);
      }
    },
    { alreadyTrue: true },
  );
});
