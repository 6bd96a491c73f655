import type { Mistake } from '#check';

export default {
  summary: 'The controller lets the error pass, which makes a 500 of it.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'return ctx.status(400).json({ error: (error as Error).message });',
      replace: 'throw error;',
    },
  ],
  fails: {
    'an email that is registered is refused with 400': 'the handler threw: email already registered',
    'the case of the letters does not make another email': 'the handler threw: email already registered',
    'of four registrations at once with one email, exactly one succeeds': 'the handler threw: email already registered',
    'an email stays taken after a restart': 'got 500',
    'any other failure of the store is 400 with its own words': 'the contract says 400 for every failure of the store',
  },
} satisfies Mistake;
