import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Conflict, conflictsIn, hasMarks, settle } from './marks.ts';
import { mergeText, type Sides } from './merge-text.ts';

const titles = { mine: 'your code of chapter 05', starter: 'the new starter of chapter 06' };

function merge(sides: Sides): { text: string; conflicts: Conflict[] } {
  const text = mergeText(sides, titles);
  return { text, conflicts: conflictsIn(text) };
}

const base = `import { inject, Log } from 'trellis';
import type { Post } from './post.ts';

export class PostsService {
  @inject(Log) private readonly log!: Log;
  readonly #posts = new Map<string, Post>();

  list(): Post[] {
    return [...this.#posts.values()];
  }

  find(id: string): Post | undefined {
    return this.#posts.get(id);
  }
}
`;

describe('merging a file', () => {
  it('changes in different places are both there', () => {
    const mine = base.replace('[...this.#posts.values()]', 'Array.from(this.#posts.values())');
    const starter = base.replace("'trellis'", "'trellis-next'");
    const { text, conflicts } = merge({ base, mine, starter });
    assert.deepEqual(conflicts, []);
    assert.match(text, /Array\.from/);
    assert.match(text, /trellis-next/);
  });

  it('a change of the same line is a conflict with both sides, in marks that editors know', () => {
    const mine = base.replace('this.#posts.get(id);', 'this.#all.get(id);');
    const starter = base.replace('this.#posts.get(id);', 'this.db.get(id);');
    const { text, conflicts } = merge({ base, mine, starter });
    assert.deepEqual(conflicts, [
      { line: 13, titles, mine: ['    return this.#all.get(id);'], starter: ['    return this.db.get(id);'] },
    ]);
    assert.match(
      text,
      /^<<<<<<< your code of chapter 05\n.*all.*\n=======\n.*db.*\n>>>>>>> the new starter of chapter 06$/m,
    );
    assert.equal(settle(text, 'mine'), mine);
    assert.equal(settle(text, 'starter'), starter);
  });

  it('the same change on both sides doesn’t conflict', () => {
    const changed = base.replace('find(', 'one(');
    assert.equal(mergeText({ base, mine: changed, starter: changed }, titles), changed);
  });

  it("the starter's notes go in front of lines that the learner has changed", () => {
    const mine = base.replaceAll('#posts', '#all');
    const starter = base.replace('  readonly #posts', '  // Step 5: remove the Map.\n  readonly #posts');
    const { text, conflicts } = merge({ base, mine, starter });
    assert.deepEqual(conflicts, []);
    assert.equal(text, mine.replace('  readonly #all', '  // Step 5: remove the Map.\n  readonly #all'));
  });

  it("the learner's comments stay at lines that the starter changes", () => {
    const mine = base.replace('    return this.#posts.get', '    // A Map is fast enough.\n    return this.#posts.get');
    const starter = base.replace('return this.#posts.get(id)', 'return this.db.get(id)');
    const { text, conflicts } = merge({ base, mine, starter });
    assert.deepEqual(conflicts, []);
    assert.match(text, /A Map is fast enough\.\n {4}return this\.db\.get\(id\)/);
  });

  it('lines that one side adds next to a line that the other changes don’t conflict', () => {
    const mine = base.replaceAll('#posts', '#all');
    const field = '  readonly #posts = new Map<string, Post>();\n';
    const starter = base.replace(field, `${field}  readonly #drafts = new Map<string, Post>();\n`);
    const { text, conflicts } = merge({ base, mine, starter });
    assert.deepEqual(conflicts, []);
    assert.match(text, /#all = new Map<string, Post>\(\);\n {2}readonly #drafts/);
    assert.equal(mergeText({ base, mine: starter, starter: mine }, titles), text);
  });

  it('comments and blank lines that the learner has removed don’t change the code', () => {
    const before = base.replace('  list()', '  /** Newest first. */\n  list()');
    const mine = before.replace('\n  /** Newest first. */\n', '');
    const starter = before.replace('  list(): Post[]', '  // Step 2: page by page.\n  list(page: number): Post[]');
    const { text, conflicts } = merge({ base: before, mine, starter });
    assert.deepEqual(conflicts, []);
    assert.match(text, /Step 2: page by page\.\n {2}list\(page: number\): Post\[\]/);
  });

  it('another layout doesn’t count as a change, and is kept', () => {
    const mine = base.replaceAll("'", '"').replaceAll('  ', '\t').replaceAll(';\n', '\n');
    const starter = base
      .replace(
        "import type { Post } from './post.ts';",
        "import type { Post } from './post.ts';\nimport { v7 } from 'uuid';",
      )
      .replace('Map<string, Post>()', 'Map<string, Post>([])');
    const { text, conflicts } = merge({ base, mine, starter });
    assert.deepEqual(conflicts, []);
    assert.equal(
      text,
      mine
        .replace('"./post.ts"\n', '"./post.ts"\nimport { v7 } from \'uuid\';\n')
        .replace(/^.*new Map.*$/m, '  readonly #posts = new Map<string, Post>([]);'),
    );
  });

  it('the layout of the starter counts where it changes something', () => {
    const before = 'begin();\nkeep();\nconst log = {\n  error: print,\n  },\n];\nend();\n';
    const starter = 'begin();\nkeep();\nasync function stop() {\n  await all();\n}\nend();\n';
    const mine = before.replace('begin()', 'mine()');
    assert.equal(merge({ base: before, mine, starter }).text, starter.replace('begin()', 'mine()'));
  });

  it('imports are merged as sets, and a name that the learner still uses stays', () => {
    const [own, ours] = [
      "import { type Context, inject, Log } from 'trellis';",
      "import { Database, inject } from 'trellis';",
    ];
    const head = "import { inject, Log } from 'trellis';";
    const { text, conflicts } = merge({
      base,
      mine: base.replace(head, own),
      starter: base.replace(head, `${ours}\nimport { v7 as uuid } from 'uuid';`),
    });
    assert.deepEqual(conflicts, []);
    assert.match(
      text,
      /^import \{ type Context, inject, Log, Database \} from 'trellis';\nimport \{ v7 as uuid \} from 'uuid';\nimport type \{ Post \}/,
    );
  });

  it('an import that only the starter has removed stays as long as the learner’s lines use it', () => {
    const before = `import { randomUUID } from 'node:crypto';\n${base}`;
    const mine = before.replace('find(id', 'find(id = randomUUID(), id2');
    const { text } = merge({ base: before, mine, starter: base });
    assert.equal(text, mine);
    const comment = before.replace('  find(', '  // Not randomUUID.\n  find(');
    assert.doesNotMatch(merge({ base: before, mine: comment, starter: base }).text, /import \{ randomUUID/);
  });

  it('Windows line ends, a byte order mark and a missing last line end are kept', () => {
    const windows = `\uFEFF${base.replaceAll('\n', '\r\n')}`.trimEnd();
    const starter = base.replace('find(', 'one(');
    assert.equal(
      mergeText({ base, mine: windows, starter }, titles),
      `\uFEFF${starter.replaceAll('\n', '\r\n')}`.trimEnd(),
    );
  });

  it('lines that are named like members of every object are lines like others', () => {
    const odd = 'constructor\n__proto__\ntoString\n';
    assert.equal(mergeText({ base: odd, mine: `${odd}mine\n`, starter: `ours\n${odd}` }, titles), `ours\n${odd}mine\n`);
  });

  it('lines that only look like marks are none', () => {
    assert.equal(hasMarks('a\n=======\nb\n'), false);
    assert.equal(hasMarks('const text = "<<<<<<< your code";\n'), false);
  });
});
