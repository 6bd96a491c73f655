import type { Mistake } from '#check';

export default {
  summary: 'Patterns for every depth in the README, and a wildcard for the rest.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "      { method: 'GET', path: '/files/*', handler: this.file },\n",
      replace:
        "      { method: 'GET', path: '/files/:a', handler: this.file },\n      { method: 'GET', path: '/files/:a/:b', handler: this.file },\n      { method: 'GET', path: '/files/:a/:b/:c', handler: this.file },\n      { method: 'GET', path: '/files/*', handler: this.file },\n",
    },
    {
      file: 'library.controller.ts',
      find: "{ file: ctx.param('*') }",
      replace: "{ file: ['a', 'b', 'c'].map((name) => ctx.param(name)).filter(Boolean).join('/') }",
    },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'returned an empty string: the name of the rest is "*"',
  },
} satisfies Mistake;
