import type { Mistake } from '#check';

export default {
  summary: 'Sends the request without a key, and reports what the server thinks of that.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: "    if (key === '') throw new UsageError('Set the environment variable BLOG_API_KEY to one of your API keys.');\n",
      replace: '',
    },
  ],
  fails: {
    'the key comes from the environment, never from the command line': 'does not check BLOG_API_KEY',
  },
} satisfies Mistake;
