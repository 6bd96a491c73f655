import type { WrongDesign } from '#check';

const form = 'a form sends what is typed to /search, in the address';
const words = 'a post is found by any words of its title, in any order';
const characters = 'every character means itself';
const again = 'the form shows again what was typed, and nothing of it becomes markup';
const nothing = 'a search without results shows a message';
const drafts = 'nobody finds a draft, not even its author';
const email = 'nobody can find out an email address';
const links = 'links lead to all results, each once, even while others publish';
const strange = 'nothing in the address makes the program fail';

const conditions = 'conditions';
const list = 'filtered-list';
const rows = 'words-as-rows';
const file = 'pages/search.controller.ts';
const query = 'pages/search.ts';

export default [
  {
    summary: 'The form sends a POST, so a search has no address.',
    of: list,
    edits: [{ file, find: '<form method="get"', replace: '<form method="post"' }],
    fails: [form, 'a search has no address that somebody could keep'],
  },
  {
    summary: 'The form is that of all others, with a token that ends in the address.',
    of: rows,
    edits: [
      {
        file,
        find: 'const form = html`<form action="/search">',
        replace: 'const form = html`<form action="/search"><input type="hidden" name="csrf" value="${csrfToken(ctx)}">',
      },
      { file, find: 'import type { View }', replace: "import { csrfToken } from './csrf.ts';\nimport type { View }" },
    ],
    fails: [form, 'whose token would be in the address'],
  },
  {
    summary: 'Without words, every post is found.',
    of: list,
    edits: [
      { file, find: '    if (words.length === 0)', replace: "    if (!ctx.request.incoming.url?.includes('q='))" },
    ],
    fails: [form, 'without words, nothing is filtered'],
  },
  {
    summary: 'The words have to be next to each other.',
    of: conditions,
    edits: [
      {
        file,
        find: 'const words = q.split(/\\s+/).filter(Boolean);',
        replace: 'const words = [q.trim()].filter(Boolean);',
      },
    ],
    fails: [words, 'two words in another order'],
  },
  {
    summary: 'One of the words is enough.',
    of: list,
    edits: [{ file, find: 'words.every(', replace: 'words.some(' }],
    fails: [words, 'only one of the words'],
  },
  {
    summary: 'Only whole words are found.',
    of: list,
    edits: [{ file, find: 'text.includes(word)', replace: 'text.split(/\\s+/).includes(word)' }],
    fails: [words, 'a part of a word'],
  },
  {
    summary: 'Upper and lower case differ.',
    of: rows,
    edits: [{ file: query, find: 'lower(word.value)', replace: 'word.value' }],
    fails: [words, 'a word in upper case'],
  },
  {
    summary: 'The percent sign and the underscore are wildcards.',
    of: conditions,
    edits: [{ file: query, find: "word.replace(/[%_!]/g, '!$&')", replace: "word.replace(/!/g, '!!')" }],
    fails: [characters, 'means something else to the database'],
  },
  {
    summary: 'Words are regular expressions.',
    of: list,
    edits: [{ file, find: 'text.includes(word)', replace: "new RegExp(word, 'i').test(text)" }],
    fails: [characters, 'Expected status 200, got 500'],
  },
  {
    summary: 'What was typed is shown in lower case.',
    of: list,
    edits: [{ file, find: 'value="${typed}"', replace: 'value="${typed.trim().slice(0, 20)}"' }],
    fails: [again, 'the value was changed before it was shown'],
  },
  {
    summary: 'The form is empty again.',
    of: rows,
    edits: [{ file, find: '<input name="q" value="${q}"', replace: '<input name="q" value=""' }],
    fails: [again, 'the form is empty again'],
  },
  {
    summary: 'What was typed is part of the markup.',
    of: rows,
    edits: [
      { file, find: 'html`${form}<p>Try fewer words.</p>`', replace: 'html`${form}<p>No ${raw(q)}.</p>`' },
      { file, find: 'html, inject,', replace: 'html, inject, raw,' },
    ],
    fails: [again, 'inserted with raw(…)'],
  },
  {
    summary: 'A search without a result is an empty list.',
    of: conditions,
    edits: [{ file, find: 'html`<p>No post has all of these words in its title.</p>`', replace: 'html`<ul></ul>`' }],
    fails: [nothing, 'looks the same as before the search'],
  },
  {
    summary: 'A search without a result is a page that does not exist.',
    of: rows,
    edits: [
      {
        file,
        find: '    if (hits.length === 0) return',
        replace:
          "    if (hits.length === 0) throw new HttpError(404, 'Nothing found');\n    if (hits.length === 0) return",
      },
      { file, find: 'type Controller, html,', replace: 'type Controller, HttpError, html,' },
    ],
    fails: [nothing, 'no result is a result'],
  },
  {
    summary: 'Drafts are found.',
    of: rows,
    edits: [{ file: query, find: 'where published = ${true}', replace: 'where published is not null' }],
    fails: [drafts, 'the query lacks the condition on `published`'],
  },
  {
    summary: 'The email addresses of the authors are searched as well.',
    of: rows,
    edits: [{ file: query, find: "' ' || users.name", replace: "' ' || users.name || users.email" }],
    fails: [email, 'the address of the author is searched'],
  },
  {
    summary: 'The link to the next page loses the words.',
    of: conditions,
    edits: [{ file, find: 'next: next && `${next}&q=${encodeURIComponent(q)}`', replace: 'next' }],
    fails: [links, 'the link to the next page has lost the words'],
  },
  {
    summary: 'The pages are counted from the beginning.',
    of: rows,
    edits: [
      {
        file,
        find: 'return `/search?${new URLSearchParams({ q, time: created_at, id })}`',
        replace: "return `/search?${new URLSearchParams({ q, time: created_at, id, offset: '20' })}`",
      },
      {
        file,
        find: '    const hits = await this.hits.find({ words, limit: size + 1, ...beforeIn(ctx) });',
        replace:
          "    const skip = Number(ctx.query('page') || '0') * size;\n    const hits = (await this.hits.find({ words, limit: skip + size + 1 })).slice(skip);\n    beforeIn(ctx);",
      },
      {
        file,
        find: 'next: hits.length > size ? after(q, shown.at(-1)!) : undefined',
        replace: 'next: hits.length > size ? `${after(q, shown.at(-1)!)}&page=${skip / size + 1}` : undefined',
      },
    ],
    fails: [links, 'counted from the beginning'],
  },
  {
    summary: 'Only the first page is filtered, so the others have fewer results.',
    of: list,
    edits: [
      { file, find: 'limit: batch, after: last });', replace: 'limit, after: last });' },
      { file, find: 'if (posts.length < batch) break;', replace: 'if (found.length < limit) break;' },
    ],
    fails: [words, 'a single word of the title'],
  },
  {
    summary: 'Only the time decides where a page begins.',
    of: rows,
    edits: [
      {
        file: query,
        find: '(posts.created_at, posts.id) < (${before.created_at}, ${before.id})',
        replace: 'posts.created_at < ${before.created_at}',
      },
      { file, find: 'const size = 20;', replace: 'const size = 25;' },
    ],
    fails: [links, 'only the time decides'],
  },
  {
    summary: 'All results are on one page.',
    of: rows,
    edits: [{ file, find: 'const size = 20;', replace: 'const size = 1_000;' }],
    fails: [links, 'at most 50 posts on a page'],
  },
  {
    summary: 'There is a condition for each word, however many there are.',
    of: conditions,
    edits: [{ file: query, find: 'const mostWords = 20;', replace: 'const mostWords = Number.POSITIVE_INFINITY;' }],
    fails: [strange, 'a condition, or a placeholder, for each word'],
  },
] satisfies WrongDesign[];
