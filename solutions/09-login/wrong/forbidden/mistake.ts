import type { Mistake } from '#check';

export default {
  summary: 'got 403.',
  edits: [{ file: 'auth/auth.controller.ts', find: 'ctx.status(401)', replace: 'ctx.status(403)' }],
  fails: {
    'a login with an unknown email is 401': 'another status, or with another error message',
    'a wrong password is 401, with the same body as an unknown email': 'got 403',
    'upper and lower case in the email make no difference': 'got 403',
    'a password that bcrypt would truncate does not match': 'got 403',
    'an unknown email takes as long as a wrong password': 'got 403',
    'without a secret, the right password is 500 and a wrong one is 401': 'got 403',
    'a failed login does not change the hash': 'got 403',
  },
} satisfies Mistake;
