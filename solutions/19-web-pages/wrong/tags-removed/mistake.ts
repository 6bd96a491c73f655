import type { Mistake } from '#check';

export default {
  summary: 'Removes everything that looks like a tag, instead of escaping it. The author typed it, and it is gone.',
  edits: [
    {
      file: 'pages/reading.views.ts',
      find: '">${post.title}</a>',
      replace: "\">${post.title.replace(/<[^>]*>/g, '')}</a>",
    },
  ],
  fails: {
    'every value of a post is escaped for its place in the page': 'were removed, not escaped',
  },
} satisfies Mistake;
