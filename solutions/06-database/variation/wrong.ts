import type { WrongDesign } from '#check';

const pages = 'the links lead to every post once, in the order of the list';
const moving = 'posts that come and go between two pages do not move the others';
const bounds = 'the limit has bounds';
const strange = 'a strange limit leads to all posts, or is refused';
const changed = 'whatever a link has become on its way, the program does not fail';

const columns = 'two-columns';
const service = 'posts/posts.service.ts';
const controller = 'posts/posts.controller.ts';

export default [
  {
    summary: 'The link counts the posts of the pages so far.',
    of: columns,
    edits: [
      {
        file: service,
        find: 'where published = ${true} and (created_at < ${time} or (created_at = ${time} and id < ${id}))',
        replace: 'where published = ${true}',
      },
      {
        file: service,
        find: 'limit ${limit + 1}`',
        replace: "limit ${limit + 1} offset ${id === '' ? 0 : Number(id) || 0}`",
      },
      {
        file: service,
        find: "{ created_at: '9999', id: '' };",
        replace: "{ created_at: '9999', id: '' };\n    void time;",
      },
      {
        file: controller,
        find: 'id: last.id }',
        replace: "id: String(posts.length + (Number(ctx.query('id')) || 0)) }",
      },
    ],
    fails: [moving, 'the link counts posts (`offset`)'],
  },
  {
    summary: 'The next page begins after a time, and skips the other posts of the same millisecond.',
    of: columns,
    edits: [
      {
        file: service,
        find: 'and (created_at < ${time} or (created_at = ${time} and id < ${id}))',
        replace: 'and created_at < ${time} and id <> ${id}',
      },
    ],
    fails: [pages, 'by the time or the id alone'],
  },
  {
    summary: 'The next page begins after an id, and the list is sorted by the time.',
    of: columns,
    edits: [
      {
        file: service,
        find: 'and (created_at < ${time} or (created_at = ${time} and id < ${id}))',
        replace: "and created_at <= ${time} and (${id} = '' or id < ${id})",
      },
    ],
    fails: [pages, 'by the time or the id alone'],
  },
  {
    summary: 'A page begins with the last post of the page before.',
    of: columns,
    edits: [{ file: service, find: 'and id < ${id}))', replace: 'and id <= ${id}))' }],
    fails: [pages, 'a link leads to its own page'],
  },
  {
    summary: 'The time of the last post is looked up when the link is followed, and the post may be gone.',
    of: 'opaque-cursor',
    edits: [
      {
        file: service,
        find: '(created_at, id) < (${time}, ${id})',
        replace: '(created_at, id) < (select created_at, id from posts where id = ${id} and created_at = ${time})',
      },
    ],
    fails: [moving, 'are on none of the pages'],
  },
  {
    summary: 'Every full page has a link, the last one, too.',
    of: columns,
    edits: [{ file: service, find: 'rows.length > limit }', replace: 'rows.length >= limit }' }],
    fails: [pages, 'A full page can be the last one'],
  },
  {
    summary: 'A page may have as many posts as the client wants.',
    of: columns,
    edits: [{ file: controller, find: 'Math.min(limit, largestPage)', replace: 'Math.min(limit, largestPage ** 4)' }],
    fails: [bounds, 'the program believes the client'],
  },
  {
    summary: 'The page is cut out of the whole list in JavaScript.',
    of: columns,
    edits: [
      { file: service, find: ' limit ${limit + 1}`', replace: '`' },
      { file: service, find: 'hasMore: rows', replace: 'hasMore: rows' },
    ],
    fails: [
      'the database returns the rows of the page, and not those of the list',
      'cut out of the list in JavaScript',
    ],
  },
  {
    summary: 'A limit that is not a number switches the limit off.',
    of: columns,
    edits: [
      {
        file: controller,
        find: "return ctx.status(400).json({ error: 'limit must be an integer above 0' });",
        replace: 'return this.posts.list();',
      },
    ],
    fails: [bounds, 'Expected at most 100 posts, got 104'],
  },
  {
    summary: 'A limit of 0 leads from one empty page to the next.',
    of: 'opaque-cursor',
    edits: [{ file: controller, find: 'Math.max(1, wanted)', replace: 'Math.max(0, wanted)' }],
    fails: [strange, 'are on none of the pages'],
  },
  {
    summary: 'A negative limit reaches the database, which takes it for none.',
    of: 'opaque-cursor',
    edits: [{ file: controller, find: 'Math.min(100, Math.max(1, wanted))', replace: 'Math.min(100, wanted || 1)' }],
    fails: [bounds, 'Expected at most 100 posts, got 104'],
  },
  {
    summary: 'A cursor that is no JSON makes the program fail.',
    of: 'opaque-cursor',
    edits: [
      { file: 'posts/cursor.ts', find: '  } catch {\n    return undefined;\n  }', replace: '  } finally {\n  }' },
    ],
    fails: [changed, 'Everything in it can be changed by a client'],
  },
  {
    summary: 'The parts of a cursor go to the database, whatever type they have.',
    of: 'opaque-cursor',
    edits: [
      {
        file: 'posts/cursor.ts',
        find: "typeof time === 'string' && typeof id === 'string' && rest.length === 0 ?",
        replace: 'rest.length === 0 ?',
      },
    ],
    fails: [changed, 'Everything in it can be changed by a client'],
  },
  {
    summary: 'The pages have the drafts, too.',
    of: columns,
    edits: [{ file: service, find: 'where published = ${true} and (created_at', replace: 'where (created_at' }],
    fails: [pages, 'Expected only the published posts'],
  },
  {
    summary: 'The link forgets the limit.',
    of: columns,
    edits: [{ file: controller, find: 'limit: String(size), time', replace: "limit: '50', time" }],
    fails: [pages, 'the limit is missing in the link'],
  },
  {
    summary: 'Without a limit, too, clients get a page.',
    of: 'opaque-cursor',
    edits: [
      { file: controller, find: 'if (limit === undefined) return this.posts.list();', replace: '' },
      { file: controller, find: 'sizeOf(limit);', replace: "sizeOf(limit ?? '20');" },
    ],
    fails: ['GET /posts without a limit returns the whole list', 'the list is cut'],
  },
] satisfies WrongDesign[];
