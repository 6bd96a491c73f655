import type { FixedTarget } from '#check';

const file = 'posts.ts';

/** The same program without its hole. */
export default [
  {
    that: 'counts what the caller may see',
    edits: [
      {
        file,
        find: 'const found = this.#posts.filter(',
        replace: 'const found = this.#posts.filter((post) => isVisibleTo(caller, post)).filter(',
      },
    ],
  },
  {
    that: 'searches published posts only',
    edits: [
      {
        file,
        find: 'this.#posts.filter(({ title, content }) => `',
        replace: 'this.#posts.filter(({ title, content, published }) => published && `',
      },
    ],
  },
  {
    that: 'says how many posts are on the page',
    edits: [{ file, find: '{ total: found.length, posts }', replace: '{ total: posts.length, posts }' }],
  },
  {
    that: 'does not search the content of drafts',
    edits: [
      {
        file,
        find: 'filter(({ title, content }) => `${title}\\n${content}`',
        replace: "filter(({ title, content, published }) => `${title}\\n${published ? content : ''}`",
      },
    ],
  },
] satisfies FixedTarget[];
