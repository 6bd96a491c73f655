import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CheckFailure } from '../check/failure.ts';
import { Run } from '../check/run.ts';
import { Runner } from '../runner.ts';
import { writeFiles } from '../starters.ts';
import { copyOfChapter01, programOf, testFolder, writeProgram } from '../test-folder.fixture.ts';
import { runningUrl } from '../xray/feed.ts';
import { attack, CannotAttack } from './attack.ts';
import { runAttack, verdictOf } from './attacks.ts';
import { failIfItSucceeds } from './check-attack.ts';
import { withProgram, withTarget } from './with-target.ts';

const routes = `
  { method: 'GET', path: '/me', handler: (ctx) => ({ cookie: ctx.header('cookie'), authorization: ctx.header('authorization') }) },
  { method: 'POST', path: '/login', handler: (ctx) => { ctx.setCookie('id', 'seven'); return ctx.status(201).json({}); } },
  { method: 'DELETE', path: '/drafts', handler: () => undefined }`;

const drafts = attack('drafts', { step: 2, title: 'Delete the drafts' }, async ({ target, say }) => {
  say('The blog has 1 draft.');
  const { status } = await target.client('Attacker').delete('/drafts', { note: 'no credentials' });
  return status === 204 ? 'succeeded' : 'blocked';
});

describe('an attack', () => {
  const folder = testFolder();
  let src: string;
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  before(() => {
    src = writeProgram(folder.path, programOf(routes));
  });
  after(() => folder.remove());

  it('prints each request of a client that has a name, with its credentials, and ends with a verdict', async () => {
    lines.length = 0;
    const story = attack('story', { step: 1, title: 'A story' }, async ({ target }) => {
      const [thief, quiet] = [target.client('Thief'), target.client()];
      await quiet.get('/me');
      await thief.post('/login', { email: 'a@example.com' });
      const { body } = await thief.get('/me', { headers: { Authorization: `Bearer ${'x'.repeat(60)}` } });
      assert.deepEqual(body, { cookie: 'id=seven', authorization: `Bearer ${'x'.repeat(60)}` });
      return 'blocked';
    });
    const verdict = await withProgram(src, story, (url) => runAttack(story, url, say));
    assert.deepEqual(lines, [
      'Thief: POST /login, {"email":"a@example.com"} …  201',
      `Thief: GET /me, Authorization: Bearer ${'x'.repeat(32)}…, Cookie: id=seven …  200`,
    ]);
    assert.equal(verdictOf(story, verdict), 'The attack was BLOCKED.');
    assert.equal(verdictOf(drafts, 'succeeded'), 'The attack SUCCEEDED. Step 2 stops it.');
  });

  it('cannot run without a route it needs, or a program that starts, and says why', async () => {
    const missing = attack('missing', { step: 1, title: 'x' }, async ({ target }) => {
      (await target.client().get('/nothing')).expect(200);
      return 'blocked';
    });
    await assert.rejects(
      withProgram(src, missing, (url) => runAttack(missing, url, say)),
      (error) =>
        error instanceof CannotAttack && /GET \/nothing has to respond with 200 .* It was: 404/.test(error.message),
    );
    const broken = join(folder.path, 'broken');
    writeFiles(broken, new Map([['main.ts', 'await import("./gone.ts");\n']]));
    await assert.rejects(
      withProgram(broken, missing, () => Promise.resolve()),
      (error) => error instanceof CannotAttack && /gone\.ts[\s\S]*Likely cause: /.test(error.message),
    );
  });

  it('sends many requests at once, and any bytes', async () => {
    const raw = attack('raw', { step: 1, title: 'x' }, async ({ target }) => {
      const client = target.client();
      const replies = await target.together(20, () => client.get('/me'));
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
      const socket = target.connect();
      socket.send('GET /%ZZ HTTP/1.1\r\nHost: localhost\r\n\r\n');
      assert.equal(await socket.status(5_000), 400);
      socket.vanish();
      return 'blocked';
    });
    assert.equal(await withProgram(src, raw, (url) => runAttack(raw, url, say)), 'blocked');
  });

  it('as a check fails when it succeeds, and shows how', async () => {
    const run = new Run(src);
    try {
      const check = {
        step: 2,
        name: 'the drafts are safe',
        body: (app: { attack(a: typeof drafts): Promise<void> }) => app.attack(drafts),
      };
      const { failure } = await run.result(check);
      assert.equal(
        new CheckFailure(failure!).message,
        'The attack "drafts" succeeded.\n\n  received  The blog has 1 draft.\n            Attacker: DELETE /drafts, no credentials …  204\n  expected  the program blocks the attack',
      );
    } finally {
      await run.end();
    }
  });

  it('as a check of a chapter names the command that shows it again', async () => {
    const shown = attack('shown', { step: 1, title: 'x' }, ({ say }) => {
      say('The blog has 1 draft.');
      return Promise.resolve('succeeded');
    });
    await assert.rejects(failIfItSucceeds(shown, 'http://localhost:1', join('chapters', '06-database', 'src')), {
      message:
        'The attack "shown" succeeded.\n\n  command   npm run attack 06 shown\n  received  The blog has 1 draft.\n  expected  the program blocks the attack',
    });
  });

  it('hits the program that runs in another terminal, or else starts one', async () => {
    const chapter = copyOfChapter01(folder.path);
    writeFiles(chapter.src, programOf("{ method: 'DELETE', path: '/drafts', handler: () => undefined }"));
    const seen: (string | undefined)[] = [];
    const look = (url: string) => Promise.resolve(seen.push(url));
    lines.length = 0;
    await withTarget(chapter, drafts, say, look);
    assert.deepEqual(lines, ["Chapter 01 isn't running, so it is started for this attack.\n"]);
    // A chapter that was killed leaves this behind.
    mkdirSync(join(folder.path, '.workshop'), { recursive: true });
    writeFileSync(
      join(folder.path, '.workshop', 'xray.json'),
      JSON.stringify({ port: 1, token: 'x', chapter: chapter.slug }),
    );
    assert.equal(runningUrl(chapter), undefined);
    const port = process.env.PORT;
    process.env.PORT = '0';
    const runner = new Runner({ chapter, src: chapter.src, print: () => {} });
    try {
      await runner.start();
      lines.length = 0;
      await withTarget(chapter, drafts, say, look);
      assert.deepEqual(lines, []);
      assert.equal(seen.at(-1), runningUrl(chapter));
      assert.equal(runningUrl({ ...chapter, slug: '02-paths' }), undefined, 'another chapter does not count');
    } finally {
      if (port === undefined) delete process.env.PORT;
      else process.env.PORT = port;
      await runner.stop();
    }
  });
});
