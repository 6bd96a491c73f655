import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect } from 'node:tls';
import { createApp } from 'trellis';
import { LibraryModule } from '../../docs/examples/library.ts';
import { listenSecurely } from '../../docs/examples/secure.ts';
import { first, second } from '../../framework/fixtures/certificates.ts';

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
  const app = createApp(LibraryModule, { limits: { drain: 0 } });
  const url = await listenSecurely(app, files, 0, '127.0.0.1');
  t.after(() => app.stop());
  const port = Number(new URL(url).port);
  assert.equal(await nameAt(port), 'first.test');
  await writeFile(files.cert, second.cert);
  await writeFile(files.key, second.key);
  while ((await nameAt(port)) !== 'second.test');
  await app.stop();
});
