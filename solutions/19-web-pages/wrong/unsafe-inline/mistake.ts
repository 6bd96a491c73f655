import type { Mistake } from '#check';

export default {
  summary: 'Keeps unsafe-inline, so that an inline script runs if one gets into a page.',
  edits: [
    {
      file: 'pages/page-headers.ts',
      find: '"default-src \'none\'",',
      replace: "\"default-src 'none'\",\n  \"script-src 'self' 'unsafe-inline'\",",
    },
  ],
  fails: {
    'the policy allows our style, and no script at all': 'a policy that allows no script',
  },
} satisfies Mistake;
