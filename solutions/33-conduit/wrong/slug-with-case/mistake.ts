import type { Mistake } from '#check';

export default {
  summary: 'A slug keeps upper-case letters.',
  edits: [
    {
      file: 'articles/slug.ts',
      find: '.toLowerCase()\n    .match(/[a-z0-9]+/g)',
      replace: '.match(/[A-Za-z0-9]+/g)',
    },
  ],
  fails: {
    'the slug is made from the title': 'Expected a slug that begins with soup-for-',
    'a title with punctuation has a slug': 'Expected a slug of a to z, digits, and single hyphens between them',
    'a title with accents and other scripts has a slug':
      'Expected a slug of a to z, digits, and single hyphens between them',
  },
} satisfies Mistake;
