import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder, writeProgram } from '../test-folder.fixture.ts';
import { collectChecks } from './collector.ts';
import { runChecks } from './run.ts';

const folder = testFolder();
after(() => folder.remove());

const checkFile = `
  import { CheckFailure, chapter } from '#check';
  const { step } = chapter(import.meta.url);
  step(1, (check, examine) => {
    examine('adds', async (load) => {
      const { sum } = await load('sum.ts');
      if (sum(1, 2) !== 3) throw new CheckFailure({ problem: \`sum(1, 2) is \${sum(1, 2)}\`, cause: 'it subtracts.' });
    });
    examine('is there', async (load) => { await load('sum.ts'); });
    examine('does the same work for large numbers', async (load, blocks) => {
      const { sum } = await load('sum.ts');
      await blocks();
      sum(1, 1);
      const few = await blocks();
      sum(1_000, 1);
      const many = await blocks();
      if (few === 0 || many > few) throw new CheckFailure({ problem: many > few ? 'more work' : 'no work' });
    });
    examine('ends', async (load) => { (await load('sum.ts')).last(); });
  });
`;

async function failuresOf(name: string, sum: string): Promise<(string | undefined)[]> {
  const src = writeProgram(join(folder.path, name), new Map([['sum.ts', sum]]));
  const file = join(folder.path, name, 'check.test.ts');
  writeFileSync(file, checkFile);
  const results = await runChecks(await collectChecks(pathToFileURL(file)), src);
  return results.map(({ failure }) => failure && [failure.problem, failure.cause].filter(Boolean).join(' | '));
}

const sum = 'export const sum = (a: number, b: number) => ';

test('an examination calls the functions of a program, without a server', async () => {
  const noisy = `console.log('hello'); ${sum}a + b; export const last = () => {};`;
  assert.deepEqual(await failuresOf('right', noisy), Array(4).fill(undefined));
});

test('each examination fails for its own reason', async () => {
  const throwing = `${sum}a - b; export const last = () => { throw new TypeError('no'); };`;
  assert.deepEqual(await failuresOf('wrong', throwing), [
    'sum(1, 2) is -1 | it subtracts.',
    undefined,
    undefined,
    'Your code throws an error: no',
  ]);
});

test('a file that cannot be imported is explained', async () => {
  const [first] = await failuresOf('broken', "import './gone.ts';");
  assert.match(
    first!,
    /^Cannot find module '.*gone\.ts' imported from .*sum\.ts \| an import names a file that does not exist/,
  );
});

test('code that ends the process fails the examination that called it', async () => {
  const ending = `${sum}a + b; export const last = () => process.exit(1);`;
  const failures = await failuresOf('ending', ending);
  assert.deepEqual(failures.slice(0, 3), Array(3).fill(undefined));
  assert.match(failures[3]!, /^Your code ended the process\./);
});

test('those after it say why they did not run', async () => {
  const ending = `${sum}process.exit(1); export const last = () => {};`;
  const failures = await failuresOf('first', ending);
  assert.match(failures[0]!, /^Your code ended the process\./);
  assert.equal(failures[1], 'This check did not run, because "adds" ended the process.');
});

test('the work of the program is counted', async () => {
  const counting = `
    export function sum(a: number, b: number) { let total = b; for (let i = 0; i < a; i++) total++; return total; }
    export const last = () => {};
  `;
  assert.deepEqual(await failuresOf('counting', counting), [undefined, undefined, 'more work', undefined]);
});

test('so is the work of built-in functions', async () => {
  const ways = [
    'list.indexOf(a)',
    '[...list].length',
    '[...new Set(list)].length',
    "list.join('').length",
    'Object.keys(list).length',
  ];
  for (const [number, way] of ways.entries()) {
    const counting = `
      export function sum(a: number, b: number) { const list = lists.get(a) ?? []; return a + b + 0 * ${way}; }
      const lists = new Map([1, 1_000].map((size) => [size, Array(size).fill(1)]));
      export const last = () => {};
    `;
    assert.deepEqual(
      await failuresOf(`native-${number}`, counting),
      [undefined, undefined, 'more work', undefined],
      way,
    );
  }
});
