import type { Mistake } from '#check';

export default {
  summary: 'A second cookie replaces the first.',
  edits: [
    {
      file: 'framework/response.ts',
      find: 'return this.setHeader(name, before === undefined ? value : [before, value].flat().map(String));',
      replace: 'return this.setHeader(name, before === undefined ? value : value);',
    },
  ],
  fails: {
    'a response can set two cookies, and the client sends them back': 'replaces the value',
  },
} satisfies Mistake;
