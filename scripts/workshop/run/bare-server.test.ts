import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { programOf, testFolder, writeProgram } from '../test-folder.fixture.ts';
import { Program } from './program.ts';

const folder = testFolder();
after(() => folder.remove());

async function listeningOf(name: string, files: Map<string, string>) {
  const program = new Program({ src: writeProgram(join(folder.path, name), files), env: { PORT: '0' } });
  try {
    const listening = await program.listening();
    return { ...listening, text: await (await fetch(`${listening.url.replace('localhost', '127.0.0.1')}/a`)).text() };
  } finally {
    await program.kill();
  }
}

test('a server without Trellis listens, and nothing else is known of it', async () => {
  const main = `
    import { createServer } from 'node:http';
    createServer((_, response) => response.end('bare')).listen(Number(process.env.PORT), '127.0.0.1');
  `;
  const { isBare, routes, text } = await listeningOf('bare', new Map([['main.ts', main]]));
  assert.deepEqual({ isBare, routes, text }, { isBare: true, routes: [], text: 'bare' });
});

test('an application of Trellis still describes itself', async () => {
  const { isBare, routes, text } = await listeningOf(
    'app',
    programOf("{ method: 'GET', path: '/a', handler: () => 7 }"),
  );
  assert.deepEqual({ isBare, count: routes.length, text }, { isBare: undefined, count: 1, text: '7' });
});
