import type { WrongDesign } from '#check';

const names = 'a name has 1 to 40 characters and is a string';
const neighbours = 'neighbours have different names, and others need not';
const levels = 'a tree has at most three levels';
const count = 'a tree has at most 50 tags, on all levels together';
const strange = 'any other body is refused, however strange or deep it is';
const missing = 'a post that does not exist is 404';
const together = 'of two requests at the same time, one wins completely';

const schema = 'schema-of-levels';
const hand = 'walked-by-hand';
const rows = 'rows-of-tags';

export default [
  {
    summary: 'A tag may have tags of any kind: only the first level is validated.',
    of: schema,
    edits: [
      {
        file: 'posts/tags.ts',
        find: 'left === 1 ? z.array(z.never()) : levels(left - 1)',
        replace: 'left === 3 ? z.array(z.any()) : levels(left - 1)',
      },
    ],
    fails: [neighbours, 'two tags next to each other have the same name'],
  },
  {
    summary: 'The tree may have any number of levels, and the function that counts them overflows the stack.',
    of: rows,
    edits: [
      { file: 'posts/tag-tree.ts', find: "  if (levels === 0) throw new Error('too many levels');\n", replace: '' },
    ],
    fails: [levels, 'a tree with 4 levels is stored'],
  },
  {
    summary: 'The schema refers to itself, so a deep body exhausts the stack before anything counts the levels.',
    of: schema,
    edits: [
      {
        file: 'posts/tags.ts',
        find: 'export const TagTree = levels(3).refine((tags) => count(tags) <= mostTags, ',
        replace:
          "const Tag: z.ZodType<Tag> = z.object({\n  name: z.string().refine((text) => text !== '' && [...text].length <= 40),\n  tags: z.lazy(() => z.array(Tag)).default([]),\n});\n\nexport const TagTree = z.array(Tag).refine((tags) => count(tags) <= mostTags && levels(3).safeParse(tags).success, ",
      },
    ],
    fails: [strange, 'runs out of stack'],
  },
  {
    summary: 'Four levels are allowed.',
    of: hand,
    edits: [{ file: 'posts/read-tags.ts', find: 'mostLevels = 3', replace: 'mostLevels = 4' }],
    fails: [levels, 'a tree with 4 levels is stored'],
  },
  {
    summary: 'Only the tags of the first level are counted.',
    of: schema,
    edits: [
      {
        file: 'posts/tags.ts',
        find: '(tags) => count(tags) <= mostTags',
        replace: '(tags) => tags.length <= mostTags',
      },
    ],
    fails: [count, 'only the tags of one level, or of one parent, are counted'],
  },
  {
    summary: 'Each array may have 50 tags.',
    of: hand,
    edits: [{ file: 'posts/read-tags.ts', find: 'count += from.length', replace: 'count = from.length' }],
    fails: [count, 'only the tags of one level, or of one parent, are counted'],
  },
  {
    summary: 'Names are unique in the whole tree.',
    of: hand,
    edits: [
      { file: 'posts/read-tags.ts', find: 'to.some((tag) => tag.name === name)', replace: 'seen.has(name)' },
      {
        file: 'posts/read-tags.ts',
        find: '  let count = 0;\n',
        replace: '  let count = 0;\n  const seen = new Set<string>();\n',
      },
      {
        file: 'posts/read-tags.ts',
        find: '      to.push(tag);\n',
        replace: '      to.push(tag);\n      seen.add(name);\n',
      },
    ],
    fails: [neighbours, 'a tree that keeps all rules is refused'],
  },
  {
    summary: 'Neighbours may have the same name.',
    of: rows,
    edits: [{ file: 'posts/tag-tree.ts', find: '.size < tags.length', replace: '.size > tags.length' }],
    fails: [neighbours, 'two tags next to each other have the same name'],
  },
  {
    summary: 'A name may be empty.',
    of: schema,
    edits: [{ file: 'posts/tags.ts', find: "text !== '' && ", replace: '' }],
    fails: [names, 'the rule for a name is missing on the first level'],
  },
  {
    summary: 'A name is counted in UTF-16 code units.',
    of: hand,
    edits: [{ file: 'posts/read-tags.ts', find: '[...value].length', replace: 'value.length' }],
    fails: [names, 'a tree that keeps all rules is refused'],
  },
  {
    summary: 'The old tags are gone before the body is validated.',
    of: hand,
    edits: [
      {
        file: 'posts/tags.controller.ts',
        find: '    const tags = readTags(',
        replace: '    await this.tags.replace(post, []);\n    const tags = readTags(',
      },
    ],
    fails: [names, 'before the whole body was looked at'],
  },
  {
    summary: 'A body that is no JSON makes the program fail.',
    of: hand,
    edits: [
      { file: 'posts/read-tags.ts', find: '  } catch {\n    return undefined;\n  }', replace: '  } finally {\n  }' },
    ],
    fails: [strange, 'Expected status 400, got 500'],
  },
  {
    summary: 'PUT stores tags for a post that does not exist.',
    of: schema,
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: 'await ctx.bind(TagTree);\n    await this.#existing(ctx);',
        replace: 'await ctx.bind(TagTree);',
      },
    ],
    fails: [missing, 'PUT does not look whether the post exists'],
  },
  {
    summary: 'The tags are deleted and inserted without a transaction.',
    of: rows,
    edits: [
      {
        file: 'posts/tags.service.ts',
        find: 'await this.db.transaction(async (tx) => {',
        replace: 'const tx = this.db;\n    await (async () => {',
      },
      { file: 'posts/tags.service.ts', find: '    });\n  }\n}', replace: '    })();\n  }\n}' },
    ],
    fails: [together, 'another request comes in between'],
  },
  {
    summary: 'The tags are kept in memory.',
    of: hand,
    edits: [
      {
        file: 'posts/tags.service.ts',
        find: 'return JSON.parse(row?.tags ??',
        replace: 'return this.#trees.get(post) ?? JSON.parse(row?.tags ??',
      },
      {
        file: 'posts/tags.service.ts',
        find: '    await this.db.run`insert or replace into trees (post, tags) values (${post}, ${JSON.stringify(tags)})`;',
        replace: '    this.#trees.set(post, tags);',
      },
      {
        file: 'posts/tags.service.ts',
        find: '  async onStart()',
        replace: '  readonly #trees = new Map<string, Tag[]>();\n\n  async onStart()',
      },
    ],
    fails: ['the tags survive a restart', 'the tags are only in memory'],
  },
  {
    summary: 'The order of the tags is that of their names.',
    of: rows,
    edits: [{ file: 'posts/tags.service.ts', find: 'order by path`', replace: 'order by length(path), name`' }],
    fails: ['PUT stores the tags and responds with them', 'GET returns something other than what PUT has stored'],
  },
] satisfies WrongDesign[];
