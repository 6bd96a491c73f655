import type { Mistake } from '#check';

export default {
  summary: 'The middleware logs the header, so everyone who reads the log can use the tokens.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: '    const claims =',
      replace: `    console.log(header);
    const claims =`,
    },
  ],
  fails: {
    'a token with a valid HMAC signature is accepted': 'The log contains a token',
  },
} satisfies Mistake;
