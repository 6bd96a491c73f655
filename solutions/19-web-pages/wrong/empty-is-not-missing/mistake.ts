import type { Mistake } from '#check';

export default {
  summary: "Uses `??`, but a cookie that is missing is '', so nobody ever gets a form_id.",
  edits: [
    { file: 'pages/csrf.ts', find: 'browserId(ctx) || newFormId(ctx)', replace: 'browserId(ctx) ?? newFormId(ctx)' },
  ],
  fails: {
    'a script in a post never runs in the browser of a reader': 'nobody gets a form_id',
    'every value of a post is escaped for its place in the page': 'nobody gets a form_id',
    'pages show what the author typed': 'nobody gets a form_id',
    'a draft is for its author only': 'nobody gets a form_id',
  },
} satisfies Mistake;
