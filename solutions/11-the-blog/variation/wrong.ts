import type { WrongDesign } from '#check';

const form = 'the list has what was put on it, in the form and the order of GET /posts';
const repeated = 'putting a post on the list, or taking it off, can be repeated';
const missing = 'a post that does not exist cannot be put on the list';
const own = 'users have lists of their own';
const token = 'without a valid token, each of the three is 401';
const drafts = 'a draft is not shown, as long as it is one';
const deleted = 'a post on a list can still be deleted, and then it is gone';
const together = 'requests at the same time are all carried out, and each post is there once';
const queries = 'a longer list takes no more queries, and no other posts are loaded';
const restart = 'a restart keeps the lists';

const cascade = 'cascade';
const module = 'list-module';
const json = 'json-array';
const posts = 'posts/posts.service.ts';
const controller = 'posts/posts.controller.ts';
const reading = 'reading/reading.service.ts';
const readingController = 'reading/reading.controller.ts';
const lists = 'posts/reading-lists.ts';

export default [
  {
    summary: 'A post on a list cannot be deleted.',
    of: cascade,
    edits: [{ file: posts, find: 'references posts (id) on delete cascade', replace: 'references posts (id)' }],
    fails: [deleted, 'the database refuses to delete it'],
  },
  {
    summary: 'When a post is deleted, the lists of its readers go.',
    of: cascade,
    edits: [
      {
        file: posts,
        find: '      primary key (user_id, post_id)\n    )`;\n',
        replace:
          '      primary key (user_id, post_id)\n    )`;\n    await this.db.run`create trigger gone after delete on posts begin delete from kept_posts; end`;\n',
      },
    ],
    fails: [deleted, 'more is gone from the list than the deleted post'],
  },
  {
    summary: 'The second time, the row exists already.',
    of: cascade,
    edits: [{ file: posts, find: ' on conflict do nothing', replace: '' }],
    fails: [repeated, 'the second time, the row exists already'],
  },
  {
    summary: 'A post is on the list as often as it was put there.',
    of: module,
    edits: [
      { file: reading, find: 'create unique index', replace: 'create index' },
      {
        file: reading,
        find: 'from posts join users on users.id = posts.author_id',
        replace:
          'from reading join posts on posts.id = reading.post and reading.reader = ${reader} join users on users.id = posts.author_id',
      },
    ],
    fails: [repeated, 'as often as it was put there'],
  },
  {
    summary: 'A query beforehand says whether the post is on the list.',
    of: module,
    edits: [
      { file: reading, find: 'create unique index', replace: 'create index' },
      {
        file: reading,
        find: 'from posts join users on users.id = posts.author_id',
        replace:
          'from reading join posts on posts.id = reading.post and reading.reader = ${reader} join users on users.id = posts.author_id',
      },
      {
        file: reading,
        find: '    try {\n',
        replace:
          '    if ((await this.db.get`select post from reading where reader = ${reader} and post = ${post}`) !== undefined) return;\n    try {\n',
      },
    ],
    fails: [together, 'other requests run in between'],
  },
  {
    summary: 'The array is read, changed and written back.',
    of: json,
    edits: [
      {
        file: lists,
        find: "    await this.db.run`\n      insert into reading_lists (user_id, posts) values (${user_id}, json_array(${post}))\n      on conflict (user_id) do update set posts = json_insert(reading_lists.posts, '$[#]', ${post})\n      where not exists (select 1 from json_each(reading_lists.posts) where value = ${post})`;",
        replace:
          "    const row = await this.db.get<{ posts: string }>`select posts from reading_lists where user_id = ${user_id}`;\n    const all = JSON.stringify([...new Set([...JSON.parse(row?.posts ?? '[]'), post])]);\n    await this.db.run`insert into reading_lists (user_id, posts) values (${user_id}, ${all})\n      on conflict (user_id) do update set posts = excluded.posts`;",
      },
    ],
    fails: [together, 'other requests run in between'],
  },
  {
    summary: 'Nobody checks whether the post exists.',
    of: module,
    edits: [
      {
        file: readingController,
        find: "    const post = await this.posts.find(ctx.param('post'));\n",
        replace: "    const post = (await this.posts.find('')) ?? { id: ctx.param('post') };\n",
      },
    ],
    fails: [missing, 'does not check whether the post exists'],
  },
  {
    summary: 'The error of the foreign key becomes a 500.',
    of: cascade,
    edits: [{ file: posts, find: "=== 'foreign_key') return false", replace: "=== 'foreign') return false" }],
    fails: [missing, 'mistakes the error of a foreign key for another one'],
  },
  {
    summary: 'All users have the same list.',
    of: module,
    edits: [
      {
        file: reading,
        find: '(select post from reading where reader = ${reader})',
        replace: '(select post from reading where reader = reader or ${reader} is null)',
      },
    ],
    fails: [own, 'not told apart by the user'],
  },
  {
    summary: 'A post is taken off the lists of all users.',
    of: module,
    edits: [
      {
        file: reading,
        find: 'where reader = ${reader} and post = ${post}`;\n  }\n}',
        replace: "where (reader = ${reader} or reader <> '') and post = ${post}`;\n  }\n}",
      },
    ],
    fails: [own, 'off the list of another one'],
  },
  {
    summary: 'Taking one post off empties the list.',
    of: cascade,
    edits: [
      {
        file: posts,
        find: 'where user_id = ${user_id} and post_id = ${id}`',
        replace: 'where user_id = ${user_id} and post_id <> ${`-${id}`}`',
      },
    ],
    fails: [repeated, 'takes off more than the post in its path'],
  },
  {
    summary: 'The list has the drafts, too.',
    of: cascade,
    edits: [
      {
        file: posts,
        find: 'where kept_posts.user_id = ${user_id} and posts.published = ${true}',
        replace: 'where kept_posts.user_id = ${user_id}',
      },
    ],
    fails: [drafts, 'the list shows drafts'],
  },
  {
    summary: 'A post that becomes a draft is taken off for good.',
    of: cascade,
    edits: [
      {
        file: posts,
        find: '    // A post that is deleted takes',
        replace:
          '    await this.db.run`create trigger if not exists hidden after update on posts when not new.published\n      begin delete from kept_posts where post_id = new.id; end`.catch(() => {});\n    // A post that is deleted takes',
      },
    ],
    fails: [drafts, 'gone for good'],
  },
  {
    summary: 'Reading the list needs no token.',
    of: module,
    edits: [
      { file: readingController, find: "          { method: 'GET', path: '', handler: this.index },\n", replace: '' },
      {
        file: readingController,
        find: '    return [\n',
        replace: "    return [\n      { method: 'GET', path: '/reading-list', handler: this.index },\n",
      },
      {
        file: readingController,
        find: "this.reading.of(ctx.get<string>('user_id'))",
        replace: "this.reading.of(ctx.get<string>('user_id') ?? '')",
      },
    ],
    fails: [token, 'outside of every group with BearerAuth'],
  },
  {
    summary: 'The list is in the order in which it was made.',
    of: json,
    edits: [{ file: lists, find: 'order by posts.created_at desc, posts.id desc', replace: 'order by kept.key' }],
    fails: [form, 'sorted by when a post was put there'],
  },
  {
    summary: 'The posts of the list have no authors.',
    of: module,
    edits: [
      {
        file: reading,
        find: 'rows.map(toPostWithAuthor)',
        replace: 'rows.map((row) => ({ ...toPostWithAuthor(row), author: undefined }))',
      },
    ],
    fails: [form, 'a post has other fields than in GET /posts'],
  },
  {
    summary: 'Everybody is the author of what is on their list.',
    of: cascade,
    edits: [
      {
        file: posts,
        find: 'on posts.id = kept_posts.post_id join users on users.id = posts.author_id',
        replace: 'on posts.id = kept_posts.post_id join users on users.id = kept_posts.user_id',
      },
    ],
    fails: [form, 'such as another author'],
  },
  {
    summary: 'The posts of the list are loaded one by one.',
    of: module,
    edits: [
      {
        file: readingController,
        find: "  index(ctx: Context) {\n    return this.reading.of(ctx.get<string>('user_id'));",
        replace:
          "  async index(ctx: Context) {\n    const kept = await this.reading.of(ctx.get<string>('user_id'));\n    const all: unknown[] = [];\n    for (const { id } of kept) all.push(await this.posts.find(id));\n    return all;",
      },
    ],
    fails: [queries, 'N+1 queries'],
  },
  {
    summary: 'All posts are loaded, and the list is cut out of them.',
    of: json,
    edits: [
      {
        file: controller,
        find: "    return this.lists.of(ctx.get<string>('user_id'));",
        replace:
          "    return this.lists.of(ctx.get<string>('user_id')).then(async (kept) => (await this.posts.list()).filter(({ id }) => kept.some((post) => post.id === id)));",
      },
    ],
    fails: [queries, 'cut out of them in JavaScript'],
  },
  {
    summary: 'The lists are in memory.',
    of: module,
    edits: [
      { file: reading, find: 'create table if not exists reading', replace: 'create temp table if not exists reading' },
      {
        file: reading,
        find: 'create unique index if not exists reading_once',
        replace: 'create unique index if not exists temp.reading_once',
      },
    ],
    fails: [restart, 'the lists are only in memory'],
  },
] satisfies WrongDesign[];
