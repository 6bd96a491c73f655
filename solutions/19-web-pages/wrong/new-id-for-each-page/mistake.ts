import type { Mistake } from '#check';

export default {
  summary: 'Gives visitors another form_id with each page. Only the form that was loaded last works.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: 'browserId(ctx) || newFormId(ctx)',
      replace: "ctx.get('user') ? browserId(ctx) : newFormId(ctx)",
    },
  ],
  fails: {
    'every form of ours has a token that works': 'The form in the first tab stops working',
  },
} satisfies Mistake;
