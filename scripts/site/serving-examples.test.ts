import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get as getPlain } from 'node:http';
import { connect as openSession } from 'node:http2';
import { get } from 'node:https';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { createApp, Log, provide } from 'trellis';
import { start } from 'trellis/testing';
import { AnswersModule } from '../../docs/examples/answers.ts';
import { GitModule, RepositoryFolder } from '../../docs/examples/git-server.ts';
import { LibraryModule } from '../../docs/examples/library.ts';
import { ObjectFolder, ObjectsModule } from '../../docs/examples/object-store.ts';
import { listenSecurely, listenToBoth } from '../../docs/examples/secure.ts';
import { first, second } from '../../framework/fixtures/certificates.ts';
import { RecordingLog } from '../../framework/fixtures/recording-log.ts';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'serving-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The name in the certificate that a new connection gets. */
async function nameAt(port: number): Promise<string | string[] | undefined> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const name = socket.getPeerCertificate().subject.CN;
  socket.destroy();
  return name;
}

test('secure.ts: a new certificate is used, and one that does not fit its key is not', async (t) => {
  const folder = await temporaryFolder(t);
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  await writeFile(files.key, first.key);
  await writeFile(files.cert, first.cert);
  const log = new RecordingLog();
  const app = createApp(LibraryModule, { limits: { drain: 0 }, overrides: [provide(Log, { value: log })] });
  const url = await listenSecurely(app, files, 0, '127.0.0.1');
  t.after(() => app.stop());
  const port = Number(new URL(url).port);
  assert.equal(await nameAt(port), 'first.test');
  await writeFile(files.cert, second.cert);
  // Node offers no event for this moment: it looks at the files once a second.
  while (log.at('error').length === 0) await nameAt(port);
  assert.equal(await nameAt(port), 'first.test');
  await writeFile(files.key, second.key);
  while ((await nameAt(port)) !== 'second.test');
});

test('secure.ts: one port for HTTP/2 and HTTP/1.1', async (t) => {
  const app = createApp(LibraryModule, { limits: { drain: 0 } });
  t.after(() => app.stop());
  const url = await listenToBoth(app, first, 0, '127.0.0.1');
  const session = openSession(url, { ca: first.cert });
  const [headers] = await once(session.request({ ':path': '/books/1' }), 'response');
  assert.equal(headers[':status'], 200);
  session.destroy();
  const [response] = await once(get(`${url}/books/1`, { ca: first.cert, agent: false }), 'response');
  assert.equal(response.httpVersion, '1.1');
  response.resume();
});

/** Runs the real git, without the settings of the user who runs the tests. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const names = { GIT_AUTHOR_NAME: 'Ada', GIT_COMMITTER_NAME: 'Ada', GIT_CONFIG_GLOBAL: devNull, NO_PROXY: '*' };
  const emails = { GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_COMMITTER_EMAIL: 'ada@example.com' };
  const env = { ...process.env, ...names, ...emails, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
  const { stdout } = await promisify(execFile)('git', args, { cwd: folder, env });
  return stdout;
}

async function serveRepositories(t: TestContext) {
  const folder = await temporaryFolder(t);
  await git(folder, 'init', '--quiet', '--bare', 'teams/web.git', '--initial-branch=main');
  const client = await start(GitModule, { overrides: [provide(RepositoryFolder, { value: folder })] });
  t.after(() => client.stop());
  return { client, work: await temporaryFolder(t) };
}

test('git-server.ts: the real git clones, pushes and fetches, in every version of its protocol', async (t) => {
  const { client, work } = await serveRepositories(t);
  const url = `${client.url}/teams/web.git`;
  await git(work, 'clone', '--quiet', url, 'one');
  const [one, large] = [join(work, 'one'), randomBytes(3_000_000)];
  await writeFile(join(one, 'large.bin'), large);
  await writeFile(join(one, 'readme.md'), 'A repository.\n');
  await git(one, 'checkout', '--quiet', '-B', 'main');
  await git(one, 'add', '.');
  await git(one, 'commit', '--quiet', '--message', 'Begin');
  await git(one, 'push', '--quiet', 'origin', 'main');
  for (const version of ['0', '1', '2']) {
    await git(
      work,
      '-c',
      `protocol.version=${version}`,
      'clone',
      '--quiet',
      '--branch',
      'main',
      url,
      `clone-${version}`,
    );
    assert.deepEqual(await readFile(join(work, `clone-${version}`, 'large.bin')), large);
  }
  await writeFile(join(one, 'readme.md'), 'A repository with news.\n');
  await git(one, 'commit', '--quiet', '--all', '--message', 'Go on');
  await git(one, 'push', '--quiet', 'origin', 'main');
  await git(join(work, 'clone-2'), 'pull', '--quiet', '--ff-only');
  assert.equal(await readFile(join(work, 'clone-2', 'readme.md'), 'utf8'), 'A repository with news.\n');
});

test('git-server.ts: a path that leaves the folder, or has no repository, is 404', async (t) => {
  const { client } = await serveRepositories(t);
  for (const name of [
    'teams/api.git',
    'teams',
    '..%2Fteams/web.git',
    'teams%2F..%2Fteams/web.git',
    '.git',
    'teams//web.git',
  ]) {
    const answer = await client.get(`/${name}/info/refs?service=git-upload-pack`);
    assert.equal(answer.status, 404, name);
  }
  assert.equal((await client.get('/teams%2Fweb.git/info/refs?service=git-upload-pack')).status, 200);
  assert.equal((await client.get('/teams/web.git/info/refs?service=git-shell')).status, 403);
  assert.equal((await client.get('/teams/web.git/info/refs')).status, 403);
});

async function serveObjects(t: TestContext) {
  const folder = await temporaryFolder(t);
  const client = await start(ObjectsModule, { overrides: [provide(ObjectFolder, { value: folder })] });
  t.after(() => client.stop());
  return { client, folder };
}

test('object-store.ts: an object has any key, a type, a tag and ranges', async (t) => {
  const { client, folder } = await serveObjects(t);
  const path = '/photos/2026/..%2F..%2Fetc/%F0%9F%8C%B1%20a.txt';
  const created = await client.send('PUT', path, '0123456789', { 'content-type': 'text/plain' });
  assert.equal(created.status, 201);
  const etag = created.headers.get('etag') ?? '';
  const found = await client.get(path);
  assert.deepEqual(
    [found.status, found.text, found.headers.get('content-type'), found.headers.get('etag')],
    [200, '0123456789', 'text/plain', etag],
  );
  assert.equal((await client.get(path, { range: 'bytes=2-4' })).text, '234');
  assert.equal((await client.get(path, { 'if-none-match': etag })).status, 304);
  assert.equal((await client.send('HEAD', path)).headers.get('content-length'), '10');
  assert.deepEqual((await client.get('/photos?prefix=2026/')).body, [{ key: '2026/../../etc/🌱 a.txt', etag }]);
  assert.equal((await readdir(folder)).length, 1);
  assert.equal((await client.delete(path)).status, 204);
  assert.equal((await client.get(path)).status, 404);
  assert.deepEqual(await readdir(folder), []);
});

test('object-store.ts: of ten that create the same object, one wins, and the others leave nothing behind', async (t) => {
  const { client, folder } = await serveObjects(t);
  const racers = Array.from({ length: 10 }, (_, number) =>
    client.send('PUT', '/a/b', `racer ${number}`, { 'if-none-match': '*' }),
  );
  const statuses = (await Promise.all(racers)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array<number>(9).fill(412)]);
  assert.equal((await readdir(folder)).length, 1);
  const etag = (await client.get('/a/b')).headers.get('etag') ?? '';
  assert.equal((await client.send('PUT', '/a/b', 'new', { 'if-match': '"other"' })).status, 412);
  assert.equal((await client.send('PUT', '/a/b', 'new', { 'if-match': etag })).status, 200);
  assert.equal((await client.get('/a/b')).text, 'new');
  assert.equal((await readdir(folder)).length, 1);
});

test('answers.ts: the trailer is the digest of the body, and the hints come before the response', async (t) => {
  const client = await start(AnswersModule);
  t.after(() => client.stop());
  const [digested] = await once(getPlain(`${client.url}/digest`, { agent: false }), 'response');
  const body = Buffer.concat(await digested.toArray());
  const expected = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  assert.deepEqual([digested.headers.trailer, digested.trailers['content-digest']], ['content-digest', expected]);
  const request = getPlain(`${client.url}/hinted`, { agent: false });
  const response = once(request, 'response');
  const [{ statusCode, headers }] = await once(request, 'information');
  assert.deepEqual([statusCode, headers.link], [103, '</style.css>; rel=preload; as=style']);
  const [hinted] = await response;
  assert.equal(String(Buffer.concat(await hinted.toArray())), 'The Gardener');
});
