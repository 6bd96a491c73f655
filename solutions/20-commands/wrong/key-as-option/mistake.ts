import type { Mistake } from '#check';

export default {
  summary: 'Takes the key from the command line, where every user of the machine can see it.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: "'one post per line, as JSON' }",
      replace: "'one post per line, as JSON', '--key=<key>': 'an API key' }",
    },
    {
      file: 'export/export.controller.ts',
      find: "process.env.BLOG_API_KEY ?? ''",
      replace: "ctx.query('key') || (process.env.BLOG_API_KEY ?? '')",
    },
  ],
  fails: {
    'the key comes from the environment, never from the command line': 'there is an option for the key',
  },
} satisfies Mistake;
