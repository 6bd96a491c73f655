import type { Mistake } from '#check';

export default {
  summary: 'The greeting differs by one character.',
  edits: [{ file: 'hello.controller.ts', find: "'Hello, reader!'", replace: "'Hello reader!'" }],
  fails: {
    'GET /hello returns the greeting': 'the message is spelled differently',
  },
} satisfies Mistake;
