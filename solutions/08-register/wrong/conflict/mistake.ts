import type { Mistake } from '#check';

export default {
  summary: 'The status is 409, which is what chapter 12 will want.',
  edits: [{ file: 'auth/auth.controller.ts', find: 'ctx.status(400)', replace: 'ctx.status(409)' }],
  fails: {
    'an email that is registered is refused with 400': 'got 409',
    'the case of the letters does not make another email': 'got 409',
    'of four registrations at once with one email, exactly one succeeds': 'got 409',
    'an email stays taken after a restart': 'got 409',
    'any other failure of the store is 400 with its own words': 'got 409',
  },
} satisfies Mistake;
