import type { WrongDesign } from '#check';

const back = 'posts come back as they were exported, as posts of this user';
const kept = 'a post that the blog already has stays as it is, no matter who has written it';
const named = 'an invalid line is named, and nothing is added';
const ends = 'the end of a line may look different';
const many = 'a file may have thousands of posts';
const misuse = 'misuse is 2, and what is missing is named, with 1';

const first = 'checked-first';
const batches = 'in-batches';
const lines = 'line-by-line';
const file = 'commands/import.controller.ts';

export default [
  {
    summary: 'The file decides who the author is.',
    of: batches,
    edits: [{ file, find: '${post.content}, ${author.id}', replace: '${post.content}, ${post.author_id}' }],
    fails: [back, 'Expected exit code 0'],
  },
  {
    summary: 'Every post is a draft.',
    of: lines,
    edits: [{ file, find: '${user.id}, ${post.published}', replace: '${user.id}, ${false}' }],
    fails: [back, 'every post is a draft'],
  },
  {
    summary: 'A post gets the time of its import.',
    of: batches,
    edits: [
      {
        file,
        find: '${post.created_at}, ${post.updated_at})',
        replace: '${post.created_at}, ${new Date().toISOString()})',
      },
    ],
    fails: [back, 'loses what it had'],
  },
  {
    summary: 'A line separator in a text ends the line.',
    of: batches,
    edits: [{ file, find: 'split(/\\r?\\n/)', replace: 'split(/\\r?\\n|\\u2028|\\u2029/)' }],
    fails: [back, 'U+2028'],
  },
  {
    summary: 'A title must not be empty.',
    of: first,
    edits: [{ file, find: 'title: z.string().refine(', replace: 'title: z.string().min(1).refine(' }],
    fails: [back, 'an empty title is refused'],
  },
  {
    summary: 'Each post gets a new id.',
    of: lines,
    edits: [
      { file, find: 'values (${post.id}, ${post.title}', replace: 'values (${randomUUID()}, ${post.title}' },
      {
        file,
        find: 'import { createReadStream }',
        replace: "import { randomUUID } from 'node:crypto';\nimport { createReadStream }",
      },
    ],
    fails: [back, 'the post got another id'],
  },
  {
    summary: 'A post that exists is replaced.',
    of: first,
    edits: [
      {
        file,
        find: 'on conflict (id) do nothing',
        replace: 'on conflict (id) do update set title = ${title}, author_id = ${user.id}',
      },
    ],
    fails: [kept, '"kept":2'],
  },
  {
    summary: 'An id that exists is an error.',
    of: batches,
    edits: [{ file, find: ' on conflict do nothing', replace: '' }],
    fails: [kept, 'an id that exists already is an error'],
  },
  {
    summary: 'The numbers are those of the lines.',
    of: first,
    edits: [
      {
        file,
        find: 'return { added, kept: posts.length - added };',
        replace: 'return { added: posts.length, kept: posts.length - posts.length };',
      },
    ],
    fails: [kept, 'the numbers are those of the lines'],
  },
  {
    summary: 'The posts before a broken line are stored.',
    of: lines,
    edits: [
      {
        file,
        find: 'return this.db.transaction(async (tx) => {',
        replace: 'const tx = this.db;\n    return (async () => {',
      },
      { file, find: '      return result;\n    });', replace: '      return result;\n    })();' },
    ],
    fails: [named, 'the lines before it are stored already'],
  },
  {
    summary: 'A line that is not a post is skipped.',
    of: lines,
    edits: [{ file, find: 'throw new Error(`Line ${number} is not a post.`);', replace: 'continue;' }],
    fails: [named, 'is skipped without a word'],
  },
  {
    summary: 'The lines are counted from 0.',
    of: first,
    edits: [{ file, find: '`Line ${index + 1} is', replace: '`Line ${index} is' }],
    fails: [named, 'Nobody finds the line with it'],
  },
  {
    summary: 'What is JSON is a post.',
    of: batches,
    edits: [{ file, find: '  if (!isPost)', replace: '  if (!isPost && post === null)' }],
    fails: [named, 'is not a post, and is imported'],
  },
  {
    summary: 'An empty line at the end is a broken one.',
    of: batches,
    edits: [
      { file, find: "  while (lines.at(-1) === '') lines.pop();", replace: "  if (lines.at(-1) === '') lines.pop();" },
    ],
    fails: [ends, 'a file with empty lines at its end is refused'],
  },
  {
    summary: 'An empty file is a broken one.',
    of: first,
    edits: [
      {
        file,
        find: "  if (line === '' && lines.length === 1) return [];\n",
        replace: '  if (lines.length === 0) return [];\n',
      },
    ],
    fails: [ends, 'the export of somebody without a post is an empty file'],
  },
  {
    summary: 'One statement has all posts.',
    of: batches,
    edits: [{ file, find: 'const batch = 500;', replace: 'const batch = 100_000;' }],
    fails: [many, 'too many values for the database'],
  },
  {
    summary: 'A missing option is a failure like any other.',
    of: lines,
    edits: [
      {
        file,
        find: "throw new UsageError('Which file? Add --from=<file>.')",
        replace: "throw new Error('Which file? Add --from=<file>.')",
      },
      { file, find: ', type Route, UsageError }', replace: ', type Route }' },
    ],
    fails: [misuse, 'its absence is misuse'],
  },
  {
    summary: 'A user who does not exist is an author, too.',
    of: first,
    edits: [
      {
        file,
        find: '    if (user === undefined) throw new Error(`Nobody is registered as "${email}".`);\n',
        replace: '    if (user === undefined) return { added: 0, kept: 0 };\n',
      },
    ],
    fails: [misuse, 'Expected exit code 1'],
  },
] satisfies WrongDesign[];
