import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Child, runNode } from '../../framework/fixtures/child.ts';
import { skipByTurns } from '../../framework/fixtures/slow.ts';
import { root } from '../workshop/chapters.ts';
import { misbehaviours, type Place, type Reply } from './hostile-clients.fixture.ts';

/** Responses that a recipe gives to everyone, to show what they look like. */
const intended: Record<string, number> = {
  'answers GET /slow': 500,
  'answers GET /maps/error': 503,
  'edge GET /edge/broken': 500,
  'uploads POST /full-disk': 500,
};

interface Use {
  readonly memory: number;
  readonly files: number;
  readonly polluted: string[];
}

const program = fileURLToPath(new URL('served-recipes.fixture.ts', import.meta.url));
const MB = 1_000_000;

/** All recipes, in a process of their own. */
async function serveRecipes(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-recipes-'));
  t.after(() => rm(folder, { recursive: true }));
  const env = { LOG_LEVEL: 'error', UPLOAD_FOLDER: join(folder, 'uploads'), PHOTO_FOLDER: join(folder, 'photos') };
  const child = runNode(t, ['--expose-gc', '--import', 'tsx', program], env);
  await child.says('ready');
  const lines = child.stdout.filter((line) => line.startsWith('app '));
  const apps: { name: string; url: string; routes: string[] }[] = lines.map((line) => JSON.parse(line.slice(4)));
  let asked = 0;
  const use = async (): Promise<Use> => {
    child.tell(`use${++asked}`);
    return JSON.parse(await child.says(`use${asked} `));
  };
  return { child, apps, use };
}

/** `serving-examples.test.ts` and `body-examples.test.ts` have clients for the last three: two of them wait for the 100 MB that a client announces. */
const elsewhere = ['tested.ts', 'secure.ts', 'object-store.ts', 'relay.ts'];

describe('hostile clients', { skip: skipByTurns(import.meta.filename) }, () => {
  test('every recipe with a route is attacked', () => {
    const served = readFileSync(program, 'utf8');
    const recipes = readdirSync(join(root, 'docs', 'examples')).filter((name) => {
      const text = name.endsWith('.ts') ? readFileSync(join(root, 'docs', 'examples', name), 'utf8') : '';
      return /\bmethod: '[A-Z]+'.*\bpath:|app\.server/.test(text) && !elsewhere.includes(name);
    });
    assert.ok(recipes.length >= 20, `only ${recipes}`);
    for (const name of recipes) assert.ok(served.includes(`docs/examples/${name}'`), `${name} is not in ${program}`);
  });

  test('leave each recipe running, its memory bounded, and its next client served', async (t) => {
    const { child, apps, use } = await serveRecipes(t);
    const start = await use();
    for (const { name, url, routes } of apps) {
      await t.test(name, async () => {
        for (const route of [...routes, 'GET /nowhere/*']) {
          const [method = '', pattern = ''] = route.split(' ');
          await attack(name, { url, method, pattern }, child);
        }
        assert.deepEqual((await use()).polluted, [], name);
      });
    }
    let end = await use();
    // The last connections may still be closing.
    for (let look = 0; look < 100 && end.files > start.files + 10; look++) end = await use();
    assert.ok(end.files <= start.files + 10, `${end.files - start.files} more files and connections are open`);
    const kept = end.memory - start.memory;
    assert.ok(kept < 60 * MB, `${Math.round(kept / MB)} MB are kept`);
  });
});

/** Everything at once, as a botnet would do it. */
async function attack(name: string, place: Place, child: Child): Promise<void> {
  const where = `${name} ${place.method} ${place.pattern}`;
  const attempts = Object.entries(misbehaviours).map(async ([what, misbehave]) => {
    try {
      const reply = await misbehave(place);
      if (reply !== undefined) check(reply, intended[where]);
    } catch (error) {
      throw new Error(`${where}, ${what}: ${(error as Error).message}\n${child.stderr().slice(-2_000)}`, {
        cause: error,
      });
    }
  });
  await Promise.all(attempts);
  const next = await fetch(`${place.url}/no/where`);
  assert.equal(next.status, 404, `the next client of ${where}`);
}

function check({ status, headers, body }: Reply, intended: number | undefined): void {
  assert.ok(status < 500 || status === 503 || status === intended, `the status is ${status}: ${body}`);
  assert.equal(headers['x-injected'], undefined, 'a client can add headers');
  assert.match(headers.location ?? '/', /^\/(?![/\\])/, 'a client can choose where others are sent');
  assert.doesNotMatch(body, /"devDependencies"/, 'a client can read files outside of the folder');
  assert.doesNotMatch(body, /node:internal|\n {4}at /, 'a client sees a stack trace');
}
