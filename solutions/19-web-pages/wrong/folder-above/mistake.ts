import type { Mistake } from '#check';

export default {
  summary: 'Serves the folder with the source files instead of the one with the style.',
  edits: [
    {
      file: 'pages/public.controller.ts',
      find: "new URL('./public/', import.meta.url)",
      replace: "new URL('./', import.meta.url)",
    },
  ],
  fails: {
    'the style is a file that browsers can keep': 'is not ./public/',
  },
} satisfies Mistake;
