import type { Mistake } from '#check';

export default {
  summary: 'The client gets the right status, and nobody learns what has failed.',
  edits: [
    {
      file: 'edge/audit.ts',
      find: '      throw error;\n',
      replace:
        '      if (error instanceof HttpError) return ctx.status(error.status).json({ error: error.message });\n' +
        "      return ctx.status(500).json({ error: 'Internal Server Error' });\n",
    },
  ],
  fails: {
    'an error that Audit has recorded still reaches the client': 'the framework never logs it',
  },
} satisfies Mistake;
