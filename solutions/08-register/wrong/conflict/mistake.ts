import type { Mistake } from '#check';

export default {
  summary: 'got 409, as in chapter 12.',
  edits: [{ file: 'auth/auth.controller.ts', find: 'ctx.status(400)', replace: 'ctx.status(409)' }],
  fails: {
    'an email that is already registered is refused with 400': 'the contract of this part says 400',
    'upper and lower case do not make a different email': 'the contract of this part says 400',
    'if another request inserts the email first, the response is 400': 'the contract of this part says 400',
    'any other failure of the store is 400 with its message': 'got 409',
  },
} satisfies Mistake;
