import { chapter, random } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /hello answers with the greeting', async (app) => {
    const answer = await app.get('/hello');
    answer
      .status(200)
      .json(
        { message: 'Hello, reader!' },
        'the handler returns something else. It returns an object, not a text: no JSON.stringify, and mind the capital H.',
      );
  });
});

step(2, (check) => {
  check('GET /tags answers with the list', async (app) => {
    const answer = await app.get('/tags');
    answer
      .status(200)
      .json(
        ['cooking', 'gardening', 'travel'],
        'the handler returns the list itself, without an object around it, in the order of the README.',
      );
  });
});

step(3, (check) => {
  check('GET /visits answers with a number, and reading does not change it', async (app) => {
    const first = await app.get('/visits');
    first
      .status(200)
      .fields({ visits: Number.isInteger }, 'the handler returns an object with the field "visits", a number.');
    const second = await app.get('/visits');
    second.json({ visits: first.body.visits }, 'the handler of GET counts too. Only POST may change the number.');
  });

  check('POST /visits counts', async (app) => {
    const before: number = (await app.get('/visits')).status(200).body.visits;
    const times = 2 + (random.number() % 5);
    for (let count = 1; count <= times; count++) {
      const answer = await app.post('/visits');
      answer
        .status(200)
        .json(
          { visits: before + count },
          'the number lives in a field of the class (a variable in the handler starts anew), and count first, answer then: `x++` still gives the old value.',
        );
    }
    const after = await app.get('/visits');
    after.json({ visits: before + times }, 'GET and POST have to read the same field.');
  });
});

step(4, (check) => {
  check('DELETE /visits answers 204 without a body', async (app) => {
    const answer = await app.delete('/visits');
    answer
      .status(204, 'the handler still returns something. A handler without a `return` has nothing to say.')
      .text('');
  });

  check('DELETE /visits forgets the visits', async (app) => {
    await app.post('/visits');
    await app.post('/visits');
    (await app.delete('/visits')).status(204, 'the handler still returns something.');
    const answer = await app.get('/visits');
    answer.status(200).json({ visits: 0 }, 'the handler of DELETE sets the field back to 0.');
  });
});
