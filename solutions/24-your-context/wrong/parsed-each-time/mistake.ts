import type { Mistake } from '#check';

export default {
  summary: 'The query is parsed again for each parameter.',
  edits: [
    {
      file: 'framework/request.ts',
      find: 'this.#query ??= parseQuery',
      replace: 'this.#query = parseQuery',
    },
  ],
  fails: {
    'the query is parsed once, when it is first asked for': 'parses the query for each call',
  },
} satisfies Mistake;
