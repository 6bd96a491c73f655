import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  engines: { node: string };
}

const workshop: Manifest = JSON.parse(await read('package.json'));
const framework: Manifest = JSON.parse(await read('framework/package.json'));

test('every dependency has one row in the reference, with the version that is installed', async () => {
  const rows = [...(await read('docs/reference/dependencies.md')).matchAll(/^\| `([^`]+)` \| ([^ ]+) \|/gm)];
  const { trellis: _, ...packages } = {
    ...workshop.dependencies,
    ...workshop.devDependencies,
    ...framework.dependencies,
  };
  assert.deepEqual(
    rows.map(([, name, version]) => `${name} ${version}`).sort(),
    Object.entries(packages)
      .map(([name, version]) => `${name} ${version}`)
      .sort(),
  );
});

test('the oldest Node is the same everywhere', async () => {
  const oldest = workshop.engines.node.replace('>=', '');
  assert.equal(framework.engines.node, workshop.engines.node);
  for (const [file, expected] of [
    ['README.md', `Node ${oldest} or later`],
    ['CONTRIBUTING.md', `Node ${oldest} or later`],
    ['chapters/01-hello-route/README.md', `Node ${oldest} or later`],
    ['docs/guide/deployment.md', `Node ${oldest} or later`],
    ['docs/guide/your-own-project.md', `Node ${oldest} or later`],
    ['docs/guide/serving.md', `from ${oldest} to the newest version`],
    ['docs/reference/dependencies.md', `in \`engines\` in \`package.json\`: ${oldest}.`],
    ['docs/troubleshooting.md', `Install Node ${oldest} or later.`],
    ['framework/scaffold/package-readme.md', `Node.js ${oldest} or later`],
    ['framework/scaffold/versions.ts', `nodeVersion = '>=${oldest}'`],
    ['scripts/verify/runtimes/runtimes.ts', `name: 'oldest', label: 'Node, oldest', version: '${oldest}.0'`],
    ['scripts/workshop/doctor.ts', `Install Node ${oldest} or later.`],
  ] as const) {
    assert.ok((await read(file)).includes(expected), `${file} should say: ${expected}`);
  }
});
