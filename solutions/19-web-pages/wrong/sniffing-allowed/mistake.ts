import type { Mistake } from '#check';

export default {
  summary: 'Writes PageHeaders again for the new policy, and loses nosniff on the way.',
  edits: [
    {
      file: 'pages/page-headers.ts',
      find: "    response.setHeader('X-Content-Type-Options', 'nosniff');\n",
      replace: '',
    },
  ],
  fails: {
    'the policy allows our style, and no script at all': 'PageHeaders no longer sets X-Content-Type-Options',
  },
} satisfies Mistake;
