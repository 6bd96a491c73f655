import type { Mistake } from '#check';

export default {
  summary: 'A route without a handler is accepted.',
  edits: [
    {
      file: 'framework/route.ts',
      find: '  if (handler === undefined && children.length === 0) {',
      replace: '  if (handler === undefined && children.length < 0) {',
    },
  ],
  fails: {
    'a route without a method or a handler is refused': 'both a method and a handler',
  },
} satisfies Mistake;
