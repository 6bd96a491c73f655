import type { Mistake } from '#check';

export default {
  summary: 'The metrics are open to everyone.',
  edits: [
    {
      file: 'observe/metrics.controller.ts',
      find: 'import { registry }',
      replace: "import { anyone } from '../auth/policies.ts';\nimport { registry }",
    },
    { file: 'observe/metrics.controller.ts', find: '[MetricsToken]', replace: '[anyone]' },
  ],
  fails: {
    'the metrics are only for those who have the token': 'lists `anyone`',
    'the attack "scrape" is blocked': 'The attack "scrape" succeeded',
  },
} satisfies Mistake;
