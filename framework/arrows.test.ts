import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { linesIn, textbook } from '../scripts/verify/textbook.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The layers of the framework, the highest first. A file imports from its own layer's folder and from layers below it,
 * type-only imports included. Folders on one line don't know each other.
 */
const layers: string[][] = [
  ['scaffold'],
  ['testing.ts', 'index.ts'],
  ['app.ts'],
  ['builtins.ts', 'dispatcher.ts', 'signals.ts', 'fetch'],
  ['trace', 'platforms', 'protection', 'middlewares', 'openapi', 'observe'],
  ['routing', 'drivers'],
  ['http'],
  ['core', 'dto', 'services'],
  ['http2'],
  ['hints', 'streams', 'wildcards', 'files'],
];

function sourcesIn(folder: string, kind = /^[^.]+\.ts$/): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => kind.test(name) && !/\/(node_modules|fixtures|templates|dist)\//.test(name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const targets = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)';/gms)].map((match) => match[1]!);
  return targets.map((target) => join(dirname(file), target).replaceAll('\\', '/'));
}

/** `scripts/site` */
function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function layerOf(file: string): number {
  const [, top = ''] = file.split('/');
  const found = layers.findIndex((layer) => layer.includes(top));
  assert.ok(found >= 0, `${file}: no layer lists framework/${top}`);
  return found;
}

for (const file of sourcesIn('framework')) {
  test(`imports point downwards: ${file}`, () => {
    for (const target of importsOf(file)) {
      const isSameFolder = target.split('/')[1] === file.split('/')[1];
      assert.ok(isSameFolder || layerOf(target) > layerOf(file), `${file} imports ${target}`);
    }
  });
}

for (const folder of ['framework', 'scripts']) {
  test(`no import cycle in ${folder}, not even among types or tables of cases`, () => {
    const files = [...sourcesIn(folder), ...sourcesIn(folder, /\.cases\.ts$/)];
    assert.deepEqual(cyclesIn(new Map(files.map((file) => [file, importsOf(file)]))), []);
  });
}

test('no two rooms of scripts import from each other', () => {
  const arrows = new Set(
    sourcesIn('scripts').flatMap((file) => importsOf(file).map((target) => `${roomOf(file)} → ${roomOf(target)}`)),
  );
  const back = [...arrows].filter((arrow) => {
    const [from, to] = arrow.split(' → ');
    return from! < to! && arrows.has(`${to} → ${from}`);
  });
  // The site serves the pages of the browser edition, whose pages look like those of the site.
  assert.deepEqual(back, ['scripts/browser → scripts/site']);
});

test('scripts has at most eight rooms, and CONTRIBUTING.md says what each is for', () => {
  const rooms = readdirSync(join(root, 'scripts'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `\`${name}/\``);
  assert.ok(rooms.length <= 8, rooms.join(', '));
  const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  assert.deepEqual(
    rooms.filter((room) => !contributing.includes(`| ${room} |`)),
    [],
  );
});

test('a cycle is found, and named whole', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  assert.deepEqual(cyclesIn(graph), ['b → c → b']);
});

test('the textbook has at most 2,700 lines', async () => {
  const lines = await linesIn(root, await textbook(root));
  assert.ok(lines <= 2_700, `${lines} lines: npm run lines says where`);
});

test('a file is one concept, in at most 300 lines', () => {
  const long = [...sourcesIn('framework'), ...sourcesIn('scripts')]
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 300)
    .map(({ file, lines }) => `${file}: ${lines}`);
  assert.deepEqual(long, []);
});

/** Every file on the way is visited once; one that is met again on its own way closes a cycle. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: string[]): void => {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    for (const next of graph.get(file) ?? []) visit(next, [...way, file]);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
