import type { Mistake } from '#check';

export default {
  summary: 'The gauges are set once, at startup.',
  edits: [
    { file: 'observe/metrics.controller.ts', find: '    this.waiting.measure();\n', replace: '' },
    {
      file: 'observe/waiting.ts',
      find: "    subscribe('trellis:query', observe);",
      replace: "    subscribe('trellis:query', observe);\n    this.measure();",
    },
  ],
  fails: {
    'the connections of the database: used, idle and waiting': 'not at the moment of the scrape',
    'hashes that run and that wait': 'not set at the moment',
  },
} satisfies Mistake;
