import { join } from 'node:path';
import { aPerson, cheapPasswords } from '#blog';
import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/users/:handle'] });

check('somebody who registers with a handle gets it back, as a fifth field', async (app) => {
  const blog = await app.once(aBlog);
  const body = withHandle(aHandle());
  const response = await blog.post('/auth/register', body);
  const { password: _, ...shown } = body;
  response.status(201).fields(shown, 'the handle is left out of the response, or changed.');
  const fields = Object.keys(response.body).sort().join();
  const cause = 'the response is the row of a table, or the body of the request.';
  response.expect(fields === 'created_at,email,handle,id,name', `five fields, got ${fields}`, cause);
});

check('without a handle, everything is as before', async (app) => {
  const blog = await app.once(aBlog);
  for (let count = 0; count < 3; count++) {
    const response = await blog.post('/auth/register', aPerson());
    const cause = 'two users without a handle count as two with the same one.';
    response.status(201, cause).without(['handle'], 'the response has a handle, although nobody has chosen one.');
  }
  for (const path of ['/users/', '/users/undefined', '/users/null'])
    (await blog.get(path)).status(404, 'somebody without a handle can be found under a word for nothing.');
});

check('the handle leads to what everybody may know about its owner', async (app) => {
  const blog = await app.once(aBlog);
  const people = [withHandle(aHandle()), withHandle(aHandle())];
  for (const body of people) {
    const { created_at } = (await blog.post('/auth/register', body)).status(201).body;
    const response = await blog.get(`/users/${body.handle}`);
    const { handle, name } = body;
    response
      .status(200)
      .without(['email', 'password', 'email_key', 'id'], 'everything that is stored is shown, and emails are private.');
    response.json({ handle, name, created_at }, 'the profile has other fields, or is that of somebody else.');
  }
});

check('upper and lower case make no difference', async (app) => {
  const blog = await app.once(aBlog);
  const body = withHandle(`Gardener_${random.number()}`);
  (await blog.post('/auth/register', body)).status(201);
  for (const handle of [body.handle.toLowerCase(), body.handle.toUpperCase()]) {
    const response = await blog.get(`/users/${handle}`);
    response.status(200, 'the handle is looked up as it was typed.');
    response.fields({ handle: body.handle }, 'the handle is shown in lower case, or as it was asked for.');
    const rival = await blog.post('/auth/register', withHandle(handle));
    rival.error(400, 'handle already taken', 'the handle is compared with regard to case.');
  }
});

check('a handle that nobody has is 404', async (app) => {
  const blog = await app.once(aBlog);
  const handle = `the_gardener_${random.number() % 1000}`;
  (await blog.post('/auth/register', withHandle(handle))).status(201);
  const wild = 'the handle becomes a pattern: in `like`, `_` stands for any character, and `%` for any string.';
  for (const other of [
    aHandle(),
    handle.replace('_', 'x'),
    handle.replaceAll('_', '%25'),
    '%25',
    '___',
    `${handle}x`,
    handle.slice(1),
    `${handle}%20`,
  ])
    (await blog.get(`/users/${other}`)).error(404, 'User not found', wild);
  const similar = await blog.post('/auth/register', withHandle(handle.replace('_', 'x')));
  similar.status(201, wild);
});

check('a handle has 3 to 20 ASCII letters, digits or underscores', async (app) => {
  const blog = await app.once(aBlog);
  const long = `${random.word()}${random.word()}`;
  for (const handle of [`_${random.number() % 90}`.padEnd(3, 'x'), `A${long}`.slice(0, 20), `${random.number()}`]) {
    const allowed = await blog.post('/auth/register', withHandle(handle));
    allowed.status(201, `"${handle}" is refused, and has ${handle.length} allowed characters.`);
  }
  const wrong = [
    'ab',
    `A${long}`.slice(0, 21),
    'a b c',
    'a-b-c',
    'soup!',
    'gärtner',
    'ＧＡＲＤＥＮ',
    '\u212aitchen',
    'dot\u0131',
    `${aHandle()}\n`,
    ` ${aHandle()}`,
    'a/b/c',
    '🌻🌻🌻',
    12345,
    ['abc'],
    { a: 'abc' },
    true,
  ];
  for (const handle of wrong) {
    const body = { ...aPerson(), handle };
    const response = await blog.post('/auth/register', body);
    const cause =
      'the program takes more characters for allowed than the 63 of ASCII. Regular expressions have flags and anchors that make them do so.';
    response.error(400, 'Invalid request', cause);
    const { handle: _, ...alone } = body;
    const again = await blog.post('/auth/register', alone);
    again.status(201, 'the user is stored before anybody looks at the handle.');
  }
});

check('a handle belongs to one user', async (app) => {
  const blog = await app.once(aBlog);
  const owner = withHandle(aHandle());
  (await blog.post('/auth/register', owner)).status(201);
  const rival = withHandle(owner.handle);
  const refused = await blog.post('/auth/register', rival);
  refused.error(400, 'handle already taken', 'the handle is not unique, or its error has the message for an email.');
  const profile = await blog.get(`/users/${owner.handle}`);
  profile.status(200).fields({ name: owner.name }, 'the second one has got the handle of the first.');
  const { handle: _, ...alone } = rival;
  const again = await blog.post('/auth/register', alone);
  again.status(201, 'the user of a refused registration is stored.');
});

check('an email that is taken keeps no handle', async (app) => {
  const blog = await app.once(aBlog);
  const first = withHandle(aHandle());
  (await blog.post('/auth/register', first)).status(201);
  const handle = aHandle();
  const again = await blog.post('/auth/register', { ...first, handle });
  again.error(400, 'email already registered', 'the error of the email has the message for a handle.');
  (await blog.get(`/users/${handle}`)).error(404, 'User not found', keptHandle);
  (await blog.post('/auth/register', withHandle(handle))).status(201, keptHandle);
  const profile = await blog.get(`/users/${first.handle}`);
  profile.status(200, 'the handle of the user is gone, because somebody else has tried to register.');
});

check('of several who want the same handle at the same time, one gets it', async (app) => {
  const blog = await app.once(aBlog);
  const handle = aHandle();
  const people = Array.from({ length: 8 }, (_, index) => withHandle(index % 2 === 0 ? handle : handle.toUpperCase()));
  const responses = await Promise.all(people.map((body) => blog.post('/auth/register', body, slowly)));
  const winner = expectOne(responses, 'handle already taken');
  const profile = await blog.get(`/users/${handle}`);
  profile.status(200).fields({ name: people[winner]!.name }, 'the handle belongs to somebody who was refused.');
  for (const [index, { handle: _, ...alone }] of people.entries()) {
    if (index === winner) continue;
    (await blog.post('/auth/register', alone)).status(201, 'the user of a refused registration is stored.');
  }
});

check('of several registrations with one email at the same time, one gets its handle', async (app) => {
  const blog = await app.once(aBlog);
  const person = aPerson();
  const bodies = Array.from({ length: 6 }, () => ({ ...person, handle: aHandle() }));
  const responses = await Promise.all(bodies.map((body) => blog.post('/auth/register', body, slowly)));
  const winner = expectOne(responses, 'email already registered');
  for (const [index, { handle }] of bodies.entries()) {
    const profile = await blog.get(`/users/${handle}`);
    if (index === winner) profile.status(200, 'a refused registration has taken the handle of the one that succeeded.');
    else profile.error(404, 'User not found', keptHandle);
  }
});

check('if the database fails, a registration has happened as a whole or not at all', async (app) => {
  const blog = await app.once(aBlog);
  for (let fail = 1; fail <= 12; fail++) {
    const body = withHandle(aHandle());
    const response = await blog.post('/auth/register', body, { orders: { fail } });
    const profile = await blog.get(`/users/${body.handle}`);
    if (response.code === 201) {
      profile.status(
        200,
        'the error of the database is ignored: the user is told about a handle that nobody has stored.',
      );
      if (response.calls.length < fail) return;
      continue;
    }
    const half = `call ${fail} of the database failed, and what the calls before it have stored is still there.`;
    profile.status(404, half);
    const again = await blog.post('/auth/register', body);
    again.status(201, half);
  }
});

check('a restart keeps the handles', async (app) => {
  const env = { ...cheapPasswords, DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const before = app.fresh(env);
  const body = withHandle(aHandle());
  (await before.post('/auth/register', body)).status(201);
  await before.stop();
  const after = app.fresh(env);
  const profile = await after.get(`/users/${body.handle}`);
  profile.status(200, 'the handles are only in memory.').fields({ handle: body.handle, name: body.name });
  (await after.post('/auth/register', withHandle(body.handle))).error(
    400,
    'handle already taken',
    'the handles are only in memory.',
  );
});

/** Every call of the database takes a while, so that all requests are between two of them. */
const slowly = { orders: { pause: 30 } };

const keptHandle = 'the handle is stored before the user, and stays when the user is refused.';

function aBlog(app: Session): Promise<Session> {
  return Promise.resolve(app.fresh({ ...cheapPasswords, TRELLIS_LABORATORY: 'stores' }));
}

function aHandle(): string {
  return `H_${random.word()}`;
}

function withHandle(handle: string) {
  return { ...aPerson(), handle };
}

/** Returns the index of the one that succeeded. */
function expectOne(responses: readonly Answer[], refusal: string): number {
  const created = responses.filter(({ code }) => code === 201);
  responses[0]!.expect(
    created.length === 1,
    `one of ${responses.length} requests at the same time to get 201, got ${created.length}`,
    'something is looked up first and inserted later, and other requests run in between.',
  );
  for (const response of responses) if (response.code !== 201) response.error(400, refusal);
  return responses.indexOf(created[0]!);
}
