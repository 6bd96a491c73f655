import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../chapters.ts';
import { testFolder } from '../test-folder.fixture.ts';
import { type FileFate, mergeTrees } from './merge-trees.ts';
import { readTree, type Tree, writeTree } from './tree.ts';

const titles = { mine: 'your code', starter: 'the starter' };
const service =
  'export class Posts {\n  list() {\n    return this.all;\n  }\n\n  find(id: string) {\n    return this.all[id];\n  }\n}\n';

function merge(base: object, mine: object, starter: object): { files: object; fates: readonly FileFate[] } {
  const [a, b, c] = [base, mine, starter].map((files): Tree => new Map(Object.entries(files)));
  const { tree, fates } = mergeTrees({ base: a!, mine: b!, starter: c! }, titles);
  return { files: Object.fromEntries(tree), fates };
}

describe('merging folders', () => {
  it('a file that only one side has changed is taken from it, and only those of the learner are reported', () => {
    assert.deepEqual(merge({ 'a.ts': '1', 'b.ts': '1' }, { 'a.ts': '2', 'b.ts': '1' }, { 'a.ts': '1', 'b.ts': '3' }), {
      files: { 'a.ts': '2', 'b.ts': '3' },
      fates: [{ file: 'a.ts', fate: 'yours' }],
    });
  });

  it('a file that the learner has added stays, and one that the starter adds comes', () => {
    assert.deepEqual(merge({}, { 'own.ts': '1' }, { 'new.ts': '2' }), {
      files: { 'new.ts': '2', 'own.ts': '1' },
      fates: [{ file: 'own.ts', fate: 'added' }],
    });
  });

  it('a file that both have added is a conflict, unless it is the same', () => {
    assert.deepEqual(merge({}, { 'a.ts': '1\n', 'b.ts': '2\n' }, { 'a.ts': '1\n', 'b.ts': '3\n' }), {
      files: { 'a.ts': '1\n', 'b.ts': '<<<<<<< your code\n2\n=======\n3\n>>>>>>> the starter\n' },
      fates: [{ file: 'b.ts', fate: 'conflict' }],
    });
  });

  it('a file that the learner has deleted stays deleted, unless the chapter changes it', () => {
    assert.deepEqual(merge({ 'a.ts': '1', 'b.ts': '1' }, {}, { 'a.ts': '1', 'b.ts': '2' }), {
      files: { 'b.ts': '2' },
      fates: [
        { file: 'a.ts', fate: 'deleted' },
        { file: 'b.ts', fate: 'back' },
      ],
    });
  });

  it('a file that the chapter takes out is gone, and reported if the learner had changed it', () => {
    assert.deepEqual(merge({ 'a.ts': '1', 'b.ts': '1' }, { 'a.ts': '2', 'b.ts': '1' }, {}), {
      files: {},
      fates: [{ file: 'a.ts', fate: 'taken out' }],
    });
  });

  it('a file that the learner has moved gets the changes of the starter where it is now', () => {
    const moved = service.replace('class Posts', 'class Store');
    const changed = service.replace('this.all[id]', 'this.all.get(id)');
    assert.deepEqual(merge({ 'posts.ts': service }, { 'store/posts.ts': moved }, { 'posts.ts': changed }), {
      files: { 'store/posts.ts': moved.replace('this.all[id]', 'this.all.get(id)') },
      fates: [{ file: 'store/posts.ts', fate: 'merged', movedFrom: 'posts.ts' }],
    });
  });

  it('files of the starter find a file that the learner has moved, and a moved file what the starter imports into it', () => {
    const changed = `import { Log } from './log.ts';\n${service}`;
    const { files, fates } = merge(
      { 'posts/posts.ts': service },
      { 'store/all.ts': service },
      { 'posts/posts.ts': changed, 'posts/log.ts': 'export class Log {}\n', 'main.ts': "import './posts/posts.ts';\n" },
    );
    assert.deepEqual(files, {
      'main.ts': "import './store/all.ts';\n",
      'posts/log.ts': 'export class Log {}\n',
      'store/all.ts': changed.replace('./log.ts', '../posts/log.ts'),
    });
    assert.deepEqual(fates, [{ file: 'store/all.ts', fate: 'merged', movedFrom: 'posts/posts.ts' }]);
  });

  it('binary files are never merged by lines', () => {
    const [one, two, three] = [1, 2, 3].map((byte) => Buffer.from([0, 0xff, byte]));
    assert.deepEqual(
      merge({ 'a.png': one, 'b.png': one }, { 'a.png': two, 'b.png': one }, { 'a.png': three, 'b.png': three }),
      {
        files: { 'a.png': two, 'b.png': three },
        fates: [{ file: 'a.png', fate: 'not text' }],
      },
    );
  });
});

describe('a folder on the disk', () => {
  it('is read byte for byte; links to files are files, other links are left', (t) => {
    const folder = testFolder();
    t.after(() => folder.remove());
    const src = join(folder.path, 'src');
    mkdirSync(join(src, 'node_modules', 'x'), { recursive: true });
    writeFileSync(join(src, 'a.ts'), '\uFEFFa\r\n');
    writeFileSync(join(src, 'latin1.ts'), Buffer.from([0xe4, 10]));
    symlinkSync('a.ts', join(src, 'link.ts'));
    symlinkSync('nowhere.ts', join(src, 'dangling.ts'));
    symlinkSync('..', join(src, 'up'));
    assert.deepEqual(readTree(src), {
      tree: new Map<string, string | Buffer>([
        ['a.ts', '\uFEFFa\r\n'],
        ['latin1.ts', Buffer.from([0xe4, 10])],
        ['link.ts', '\uFEFFa\r\n'],
      ]),
      left: ['dangling.ts', 'node_modules', 'up'],
    });
  });

  it('is written without following links, and without touching what stays the same', (t) => {
    const folder = testFolder();
    t.after(() => folder.remove());
    const [src, other] = [join(folder.path, 'src'), join(folder.path, 'other')];
    for (const each of [src, other]) mkdirSync(each);
    writeFileSync(join(other, 'precious.ts'), 'precious');
    symlinkSync(join(other, 'precious.ts'), join(src, 'a.ts'));
    symlinkSync(other, join(src, 'posts'));
    mkdirSync(join(src, 'folder.ts'));
    const tree: Tree = new Map([
      ['a.ts', 'a'],
      ['posts/precious.ts', 'b'],
      ['folder.ts', 'c'],
    ]);
    writeTree(src, tree, folder.path);
    assert.equal(readFileSync(join(other, 'precious.ts'), 'utf8'), 'precious');
    assert.deepEqual(new Map([...readTree(src).tree].sort()), new Map([...tree].sort()));
    assert.throws(() => readlinkSync(join(src, 'posts')));
  });

  it('a disk that takes nothing more stops it before anything has changed', (t) => {
    const folder = testFolder();
    t.after(() => folder.remove());
    const src = join(folder.path, 'src');
    mkdirSync(src);
    writeFileSync(join(src, 'a.ts'), 'a');
    writeFileSync(join(folder.path, 'staging'), 'a file where a folder must be');
    assert.throws(() => writeTree(src, new Map([['b.ts', 'b']]), join(folder.path, 'staging')));
    assert.deepEqual(readTree(src).tree, new Map([['a.ts', 'a']]));
  });

  it('Ctrl-C doesn’t end the writing halfway', {
    skip: process.platform === 'win32' && 'no signals',
  }, async (t) => {
    const folder = testFolder();
    t.after(() => folder.remove());
    const [src, staging] = [join(folder.path, 'src'), join(folder.path, 'staging')];
    const old = ['gone.ts', 'stays.ts'].map((name): [string, string] => [name, 'old']);
    writeTree(src, new Map(old), staging);
    // The signal comes when the first file has been removed, and the others have not been written yet.
    const code = `
      import { writeTree } from ${JSON.stringify(new URL('./tree.ts', import.meta.url).href)};
      class Tree extends Map {
        has(name) {
          if (name === 'stays.ts') process.kill(process.pid, 'SIGINT');
          return super.has(name);
        }
      }
      writeTree(${JSON.stringify(src)}, new Tree([['stays.ts', 'new']]), ${JSON.stringify(staging)});
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { cwd: root });
    await once(child, 'exit');
    assert.deepEqual(readTree(src).tree, new Map([['stays.ts', 'new']]));
  });
});
