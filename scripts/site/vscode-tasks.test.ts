import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { commandFile } from '../commands/files.mjs';
import { root } from '../workshop/chapters.ts';
import { solutionOf, writeFiles } from '../workshop/starters.ts';
import { stepsView } from '../workshop/steps-view.ts';
import { testFolder } from '../workshop/test-folder.fixture.ts';
import { Workshop } from '../workshop/workshop.ts';
import { repositoryWithChapter } from './repository.fixture.ts';

interface Task {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly problemMatcher: { pattern: { regexp: string; file: number; line: number; message: number } };
}
const { tasks } = JSON.parse(readFileSync(join(root, '.vscode', 'tasks.json'), 'utf8')) as { tasks: Task[] };

const script = (name: string) => join(root, '.vscode', name);
const { problemLine } = (await import(pathToFileURL(script('problem-line.mjs')).href)) as {
  problemLine(output: string, folder: URL): string | undefined;
};

const { addressIn, writeOpeningPage } = (await import(pathToFileURL(script('opening-page.mjs')).href)) as {
  addressIn(output: string): string | undefined;
  writeOpeningPage(address: string, folder: URL): string;
};

/** What VS Code puts into the words of a task. */
const filled = (word: string, folder: string, file: string) =>
  word.replace(/\$\{workspaceFolder\}/, folder).replace(/\$\{file\}/, file);

/** What VS Code runs for a task while a file is open. */
function run(task: Task, folder: string, file: string): Promise<{ code: number; output: string }> {
  const args = task.args.map((word) => filled(word, folder, file));
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

test('every task runs a script that exists', async () => {
  assert.deepEqual(
    tasks.map(({ label }) => label),
    ['Check this chapter', 'Show next hint', 'Run this chapter', 'Open X-ray'],
  );
  for (const { command, args, label } of tasks) {
    assert.equal(command, 'node', label);
    assert.ok(existsSync(filled(args[0]!, root, '')), label);
  }
  const text = readFileSync(script('chapter-task.mjs'), 'utf8');
  const named = [.../const commands = \{.*?\};/s.exec(text)![0].matchAll(/: \['(\w+)'/g)].map(
    ([, command]) => command!,
  );
  assert.equal(named.length, tasks.length);
  for (const command of named) assert.ok(commandFile(command), command);
  for (const { args } of tasks) assert.match(text, new RegExp(`^ {2}'?${args[1]}'?: \\[`, 'm'));
  const outside = await run(tasks[0]!, root, join(root, 'README.md'));
  assert.equal(outside.code, 1);
  assert.match(outside.output, /Open a file below chapters\/ first/);
});

test('the problem matcher finds a failed check at the heading of its step, and nothing when all pass', async (t) => {
  const repository = repositoryWithChapter();
  t.after(() => repository.remove());
  const { chapter, path } = repository;
  const folder = pathToFileURL(`${path}/`);
  const check = async () => {
    const text = stepsView(chapter, await new Workshop(path).check(chapter), undefined, 92);
    // The copy is in a folder of its own.
    return problemLine(text.replaceAll(/\S*[\\/]tests[\\/][^\\/]+[\\/](?=chapters)/g, ''), folder);
  };
  const failed = (await check()) ?? '';
  const { regexp, file, line, message } = tasks[0]!.problemMatcher.pattern;
  const found = new RegExp(regexp).exec(failed) ?? assert.fail(`not matched: ${failed}`);
  const heading = readFileSync(join(path, found[file]!), 'utf8').split('\n')[Number(found[line]) - 1];
  assert.match(heading ?? '', /^## Step 1: /);
  assert.match(found[message]!, /^Step 1: .+\. Expected status 200, got 404/);
  writeFiles(chapter.src, solutionOf(chapter));
  assert.equal(await check(), undefined);
});

test('X-ray is opened by a file that only the learner can read, since a command line is visible to all', (t) => {
  const { path, remove } = testFolder();
  t.after(remove);
  const printed = `Preparing the pages …\nThe workshop's pages are on http://localhost:4000/?key=c0ffee\n`;
  assert.equal(addressIn(printed.slice(0, -3)), undefined, 'half of the key');
  const address = addressIn(printed)!;
  assert.equal(address, 'http://localhost:4000/x-ray/?key=c0ffee');
  const page = writeOpeningPage(address, pathToFileURL(`${path}/`));
  assert.match(
    readFileSync(page, 'utf8'),
    /<meta http-equiv="refresh" content="0; url=http:\/\/localhost:4000\/x-ray\/\?key=c0ffee">/,
  );
  if (process.platform !== 'win32') assert.equal(statSync(page).mode & 0o777, 0o600);
});
