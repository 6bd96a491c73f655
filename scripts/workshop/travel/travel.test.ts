import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { cli, createApp, provide } from 'trellis';
import ExportController from '../../commands/learn/export.ts';
import ImportController from '../../commands/learn/import.ts';
import { workshopModule } from '../../commands/workshop.module.ts';
import type { Chapter } from '../chapters.ts';
import { readFiles, solutionOf, starterOf, writeFiles } from '../starters.ts';
import { copyOfChapter01, testFolder } from '../test-folder.fixture.ts';
import { Workshop } from '../workshop.ts';
import { exportWork } from './travel.ts';
import { readWorkFile, writeWorkFile } from './work-file.ts';

const work = { chapter: 'hello-route', files: { 'main.ts': 'export {};\n' }, passed: [1, 2], hints: { 1: 2 } };
const at = (path: string) => writeWorkFile([{ ...work, files: { [path]: '' } }]);

/** What is in the file, and what the command says about it. */
const refused: Record<string, [content: string, message: RegExp]> = {
  'is cut off': [writeWorkFile([work]).slice(0, 60), /The file is damaged: it isn’t complete JSON/],
  'is empty': ['', /damaged/],
  'is another JSON file': [
    '{"name":"trellis"}',
    /not a file that “Continue on your machine” or npm run export has made/,
  ],
  'is an array': ['[]', /not a file that/],
  'is null': ['null', /not a file that/],
  'is newer': [writeWorkFile([work]).replace('"version": 1', '"version": 2'), /version 2 .* reads version 1/],
  'names no chapter': [writeWorkFile([{ ...work, chapter: '../..' }]), /a chapter in it has no name/],
  'names an unknown chapter': [writeWorkFile([{ ...work, chapter: 'other' }]), /doesn't exist here: "other"/],
  'has a chapter twice': [writeWorkFile([work, work]), /has chapter "hello-route" twice/],
  'has no files': [writeWorkFile([{ ...work, files: {} }]), /has no files/],
  'has a file without text': [writeWorkFile([work]).replace('"export {};\\n"', '7'), /its content isn’t text/],
  'leaves the folder': [at('../../../package.json'), /"..\/..\/..\/package.json": its path must/],
  'leaves it on Windows': [at('..\\..\\package.json'), /its path must/],
  'is absolute': [at('/etc/passwd'), /its path must/],
  'names a drive': [at('C:/main.ts'), /its path must/],
  'hides a file': [at('.env'), /its path must/],
  'has a control character': [at('a\u001b[2J.ts'), /"a\\u001b\[2J\.ts": its path must/],
  'has a device of Windows': [at('nul.ts'), /Windows reserves this name/],
  'has packages': [at('node_modules/trellis/index.ts'), /packages aren’t part of the work/],
  'has a long path': [at(`${'a/'.repeat(80)}b.ts`), /its path is too long/],
  'has a file that is a folder': [
    writeWorkFile([{ ...work, files: { a: '', 'a/b.ts': '' } }]),
    /two files that can’t be in the same folder, near "a"/,
  ],
  'differs in case only': [
    writeWorkFile([{ ...work, files: { 'a.ts': '', 'A.ts': '' } }]),
    /two files that can’t be in the same folder/,
  ],
  'has many files': [
    writeWorkFile([{ ...work, files: Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`${n}.ts`, ''])) }]),
    /more than 300 files/,
  ],
  'is huge': [' '.repeat(5_000_001), /too large/],
};

describe('work between the browser and a clone', () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;
  beforeEach(() => {
    folder = testFolder();
    chapter = copyOfChapter01(folder.path);
    writeFiles(chapter.src, starterOf(chapter));
  });
  afterEach(() => folder.remove());

  async function run(...words: string[]): Promise<{ code: number; output: string }> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const overrides = [provide(Workshop, { value: new Workshop(folder.path) })];
    const app = createApp(workshopModule(ExportController, ImportController), {
      platform: cli({ name: 'npm run', stdout, stderr }),
      overrides,
    });
    const code = await app.run(words);
    stdout.end();
    stderr.end();
    return { code, output: (await text(stdout)) + (await text(stderr)) };
  }

  function fileWith(content: string): string {
    const path = join(folder.path, 'work.json');
    writeFileSync(path, content);
    return path;
  }

  it('replaces the files, saves what was there, and remembers what has passed elsewhere', async () => {
    writeFiles(chapter.src, new Map([['main.ts', '// mine\n']]));
    const solution = solutionOf(chapter);
    const { code, output } = await run(
      'import',
      fileWith(writeWorkFile([{ ...work, files: Object.fromEntries(solution) }])),
    );
    assert.equal(code, 0, output);
    assert.deepEqual(readFiles(chapter.src), solution);
    assert.match(
      output,
      /Chapter 01, .*: taken over; 2 of 4 steps passed where it comes from\.\n {2}To check it here: npm test 01/,
    );
    const [saved] = readdirSync(join(folder.path, '.workshop', 'saved'));
    assert.match(output, new RegExp(`npm run reset 01 ${saved}`));
    assert.equal(readFileSync(join(folder.path, '.workshop', 'saved', saved!, 'main.ts'), 'utf8'), '// mine\n');
    const { passed, hints, steps } = new Workshop(folder.path).progress.of(chapter);
    assert.deepEqual({ passed, hints, steps }, { passed: [1, 2], hints: { 1: 2 }, steps: {} });
  });

  it('leaves files alone that are the same already', async () => {
    const same = writeWorkFile([{ ...work, files: Object.fromEntries(starterOf(chapter)) }]);
    assert.match((await run('import', fileWith(same))).output, /these files were here already/);
  });

  it('what was exported can be imported', () => {
    writeFiles(chapter.src, solutionOf(chapter));
    const workshop = new Workshop(folder.path);
    const [first, second] = [1, 2].map(() => exportWork(workshop, [chapter], folder.path, new Date(0))!.name);
    assert.deepEqual([first, second], ['trellis-work-1970-01-01.json', 'trellis-work-1970-01-01-2.json']);
    const [read] = readWorkFile(readFileSync(join(folder.path, first!), 'utf8'));
    assert.deepEqual(read?.files, Object.fromEntries(solutionOf(chapter)));
  });

  it('says when there is nothing to export', async () => {
    const { code, output } = await run('export', '01');
    assert.deepEqual([code, output.trim()], [1, 'There is no work to export: every chapter is still the starter.']);
  });

  it('needs a file that exists', async () => {
    assert.match((await run('import')).output, /Name the file that you have downloaded/);
    assert.match((await run('import', 'nowhere.json')).output, /There is no file "nowhere\.json"/);
    assert.match((await run('import', folder.path)).output, /is a folder/);
  });

  for (const [name, [content, message]] of Object.entries(refused))
    it(`refuses a file that ${name}, and changes nothing`, async () => {
      const before = readFiles(chapter.src);
      const { code, output } = await run('import', fileWith(content));
      assert.match(output, message);
      assert.equal(code, 1);
      assert.deepEqual(readFiles(chapter.src), before);
    });
});
