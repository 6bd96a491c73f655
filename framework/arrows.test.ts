import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

/** Whom the files of a folder may import from, besides their own folder. `trace.ts` is a leaf that everybody may know. */
const arrows: Record<string, string[]> = {
  core: [],
  dto: [],
  services: [],
  http: ['dto', 'services', 'trace.ts'],
  routing: ['http', 'dto', 'services', 'trace.ts'],
  platforms: ['routing', 'http', 'dto', 'services', 'trace.ts'],
};

function importsOf(text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)';/gms)].map((match) => match[1] as string);
}

for (const [folder, allowed] of Object.entries(arrows)) {
  test(`arrows between folders point one way: ${folder} → ${allowed.join(', ') || 'nobody'}`, () => {
    const files = readdirSync(new URL(`${folder}/`, import.meta.url)).filter((name) =>
      /(?<!\.(test|suite|types|fixture|cases))\.ts$/.test(name),
    );
    assert.ok(files.length > 0);
    for (const name of files) {
      for (const target of importsOf(readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8'))) {
        const [, where = folder] = /^\.\.\/([^/]+)/.exec(target) ?? [];
        assert.ok([folder, ...allowed].includes(where), `${folder}/${name} imports ${target}`);
      }
    }
  });
}

test('arrows between folders point one way: the trace knows its masks, and nobody else', () => {
  assert.deepEqual(importsOf(readFileSync(new URL('trace.ts', import.meta.url), 'utf8')), ['./trace-masks.ts']);
  assert.deepEqual(importsOf(readFileSync(new URL('trace-masks.ts', import.meta.url), 'utf8')), []);
});

test('one noun to a file, at most about 300 lines', () => {
  const long: string[] = [];
  for (const folder of ['.', ...Object.keys(arrows)]) {
    for (const name of readdirSync(new URL(`${folder}/`, import.meta.url))) {
      if (!/^[^.]+\.ts$/.test(name)) continue;
      const lines = readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8').split('\n').length;
      if (lines > 320) long.push(`${folder}/${name}: ${lines}`);
    }
  }
  assert.deepEqual(long, []);
});
