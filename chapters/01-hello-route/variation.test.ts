import { random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/undo'] });

check('POST /undo takes back a visit', async (app) => {
  const blog = await empty(app);
  await visit(blog, 3);
  await undo(blog, 2, 'the number is the one from before: undo takes nothing back, or more than one change.');
  (await blog.get('/visits')).json({ visits: 2 }, 'undo responds with a number, and does not keep it.');
});

check('POST /undo takes back a reset', async (app) => {
  const blog = await empty(app);
  const count = 2 + (random.number() % 4);
  await visit(blog, count);
  (await blog.delete('/visits')).status(204).text('');
  await undo(blog, count, 'the number from before the reset is not noted anywhere.');
});

check('each further undo takes back the change before', async (app) => {
  const blog = await empty(app);
  await visit(blog, 2);
  await blog.delete('/visits');
  await visit(blog, 3);
  await blog.delete('/visits');
  await visit(blog, 1);
  const cause = 'only the last change is noted, or undo is a change that the next undo takes back.';
  for (const number of [0, 3, 2, 1, 0, 2, 1, 0]) await undo(blog, number, cause);
});

check('with nothing left to take back, the number stays 0', async (app) => {
  const blog = app.fresh();
  const cause = 'with an empty history, the number becomes undefined or negative.';
  await undo(blog, 0, cause);
  await visit(blog, 1);
  for (let times = 0; times < 3; times++) await undo(blog, 0, cause);
  const response = (await blog.post('/visits')).status(200);
  response.json({ visits: 1 }, 'an undo too many counts: the next visit only makes up for it.');
});

check('reading changes nothing', async (app) => {
  const blog = await empty(app);
  await visit(blog, 2);
  for (const path of ['/visits', '/hello', '/tags', '/visits']) (await blog.get(path)).status(200);
  await undo(blog, 1, 'GET notes something, too: the first undo takes back a read.');
});

check('after an undo, the next visit continues from there', async (app) => {
  const blog = await empty(app);
  await visit(blog, 4);
  const cause =
    'what was taken back comes again: undo keeps a place in the list, and the next visit does not cut it off there.';
  await undo(blog, 3, cause);
  await undo(blog, 2, cause);
  (await blog.post('/visits')).status(200).json({ visits: 3 }, cause);
  for (const number of [2, 1, 0]) await undo(blog, number, cause);
  await visit(blog, 3);
  await blog.delete('/visits');
  (await blog.get('/visits')).json({ visits: 0 }, cause);
  await undo(blog, 3, cause);
  (await blog.post('/visits')).status(200).json({ visits: 4 }, cause);
  await undo(blog, 3, cause);
});

check('only POST takes something back', async (app) => {
  const blog = await empty(app);
  await visit(blog, 2);
  const response = await blog.get('/undo');
  response.expect(response.code === 404, 'no GET route: GET is safe, so browsers may send it on their own');
  (await blog.get('/visits')).json({ visits: 2 });
});

/** Sets the number back to 0. What was before it can be taken back as well, and no check goes back that far. */
async function empty(app: Session): Promise<Session> {
  (await app.delete('/visits')).status(204);
  return app;
}

async function visit(blog: Session, times: number): Promise<void> {
  for (let count = 0; count < times; count++) (await blog.post('/visits')).status(200);
}

async function undo(blog: Session, visits: number, because: string): Promise<void> {
  (await blog.post('/undo')).status(200).json({ visits }, because);
}
