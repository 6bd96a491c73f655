import type { Mistake } from '#check';

export default {
  summary: 'Lets browsers keep the style for a year, under a name that never changes: a new style arrives next year.',
  edits: [
    {
      file: 'pages/public.controller.ts',
      find: "new URL('./public/', import.meta.url))",
      replace: "new URL('./public/', import.meta.url), { cacheControl: 'public, max-age=31536000' })",
    },
  ],
  fails: {
    'the style is a file that browsers can keep': 'another cacheControl',
  },
} satisfies Mistake;
