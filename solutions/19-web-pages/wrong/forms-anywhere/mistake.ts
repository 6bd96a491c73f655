import type { Mistake } from '#check';

export default {
  summary: 'Forgets form-action, which default-src does not cover: an injected form could send a password elsewhere.',
  edits: [{ file: 'pages/page-headers.ts', find: '"form-action \'self\'",\n', replace: '' }],
  fails: {
    'the policy allows our style, and no script at all': "form-action 'self'",
  },
} satisfies Mistake;
