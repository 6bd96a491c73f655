import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { namesIn, twoColumns } from './commands/command-list.ts';
import { commandFile, type Group, groups } from './commands/files.mjs';
import { loadCommand } from './commands/load-command.ts';
import { root } from './workshop/chapters.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The tools that others have written, and what npm runs by itself after an install. */
const others = ['lint', 'format', 'typecheck', 'prepare'];

function run(words: readonly string[], cwd = root) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('scripts', 'main.mjs'), ...words], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

/** The commands in the first column of the tables below a heading, each once. */
function commandsIn(file: string, heading: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const section = text.slice(text.indexOf(`\n${heading}\n`)).split(/\n#+ /)[1]!;
  const cells = section.split('\n').map((line) => /^\| (.+?) \|/.exec(line)?.[1] ?? '');
  const named = cells.flatMap((cell) => [...cell.matchAll(/`npm (?:run )?([\w:]+)/g)].map(([, name]) => name!));
  return [...new Set(named)];
}

test('without the packages, every command says how to install them', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-installed-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, 'scripts', 'main.mjs'), join(folder, 'scripts', 'main.mjs'));
  cpSync(join(root, 'scripts', 'commands'), join(folder, 'scripts', 'commands'), { recursive: true });
  for (const name of ['doctor', 'bench', 'coach', 'no-such-command'])
    assert.deepEqual(run([name], folder), {
      status: 1,
      stdout: '',
      stderr: 'The packages are not installed. Run: npm ci\n',
    });
});

test('every script of package.json is a command with a file of its own, or one of the known others', () => {
  for (const [name, line] of Object.entries(scripts)) {
    if (others.includes(name)) continue;
    assert.equal(line, `node scripts/main.mjs ${name}`);
    assert.ok(commandFile(name), `no file for ${name}`);
  }
});

test('every file of a command is a script of package.json, in its group', () => {
  for (const group of groups) {
    const files = readdirSync(join(root, 'scripts', 'commands', group));
    const named = files.map((file) => file.replace(/\.m?[tj]s$/, '')).sort();
    assert.deepEqual(
      named,
      namesIn(group)
        .map((name) => name.replace(':', '-'))
        .sort(),
    );
  }
});

test('npm run lists the commands for learners first, then those for maintainers, then the others', () => {
  assert.deepEqual(Object.keys(scripts), [...namesIn('learn'), ...namesIn('maintain'), ...others]);
});

for (const [group, file, heading] of [
  ['learn', 'README.md', '## Commands'],
  ['maintain', 'CONTRIBUTING.md', '## Commands'],
] as const satisfies readonly (readonly [Group, string, string])[]) {
  test(`${file} names the commands of the group ${group}, in the order of package.json`, () => {
    const named = commandsIn(file, heading).filter((name) => namesIn(group).includes(name));
    assert.deepEqual(named, namesIn(group));
  });
}

test('README.md names only commands for learners', () => {
  assert.deepEqual(
    commandsIn('README.md', '## Commands').filter((name) => !namesIn('learn').includes(name)),
    [],
  );
});

test('only what a maintainer runs says so, and a summary fits into a line of a terminal', async () => {
  for (const group of groups)
    for (const name of namesIn(group)) {
      const { usage } = await loadCommand(commandFile(name)!);
      assert.equal(/ \(maintainers\)$/.test(usage.summary), group === 'maintain', `${name}: ${usage.summary}`);
      assert.ok(usage.summary.length <= 80, `${name}: ${usage.summary}`);
    }
});

test('without a command there is a list of all, in two groups', () => {
  const { status, stdout, stderr } = run([]);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const [usage, learners, maintainers] = stdout.split('\n\n');
  assert.equal(usage, 'Usage: npm run <command> [words]');
  for (const [text, title, group] of [
    [learners, 'For learners, in the order in which you meet them:', 'learn'],
    [maintainers, 'For people who work on Trellis:', 'maintain'],
  ] as const) {
    const [first, ...lines] = text!.split('\n');
    assert.equal(first, title);
    assert.deepEqual(
      lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []),
      namesIn(group),
    );
    assert.deepEqual(
      lines.filter(({ length }) => length > 80),
      [],
      'no line is wider than a terminal of 80 columns',
    );
  }
});

test('what a command does is beside its name, or below a name that is too long', () => {
  const rows = [
    ['a', 'one two three four five'],
    ['bc [chapter]', 'six'],
    ['def [chapter] [mine|starter] [file]', 'seven'],
  ] as const;
  assert.deepEqual(twoColumns(rows, 37), [
    '  a              one two three four',
    '                 five',
    '  bc [chapter]   six',
    '  def [chapter] [mine|starter] [file]',
    '                 seven',
  ]);
});

for (const name of ['hnt', '../main', 'docs-build', 'constructor'])
  test(`${name} is not a command`, () => {
    const { status, stdout, stderr } = run([name]);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.ok(stderr.startsWith(`Unknown command "npm run ${name}".\n\nUsage: npm run <command> [words]\n`), stderr);
  });

test('every command explains its words', () => {
  for (const [name, usage] of [
    ['hint', 'npm run hint [chapter] [star]'],
    ['docs:build', 'npm run docs:build'],
    ['mutate', 'npm run mutate [textbook | framework | chapter | all] [count] [seed] [path]'],
    ['bench', 'npm run bench [what] [quick]'],
  ] as const) {
    const { status, stdout } = run([name, '--help']);
    assert.equal(status, 0, name);
    assert.match(stdout, / ?.+\n\nUsage: /);
    assert.ok(stdout.includes(`\nUsage: ${usage}\n`), stdout);
  }
});
