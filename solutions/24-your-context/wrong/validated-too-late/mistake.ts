import type { Mistake } from '#check';

export default {
  summary: 'Headers are not validated when they are set.',
  edits: [
    {
      file: 'framework/response.ts',
      find: '    validateHeaderName(name);\n    for (const text of [value].flat()) validateHeaderValue(name, String(text));\n',
      replace: '',
    },
    {
      file: 'framework/response.ts',
      find: "import { type OutgoingHttpHeaders, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';",
      replace: "import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';",
    },
  ],
  fails: {
    'the attack "line-break" is blocked': 'succeeded',
    'setHeader refuses a line break where it is set': 'without being validated',
  },
} satisfies Mistake;
