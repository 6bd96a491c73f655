import type { Mistake } from '#check';

export default {
  summary: 'The status is read before there is one, so every guess deletes the counter.',
  edits: [{ file: 'auth/login-limit.ts', find: 'result = await next();', replace: 'result = next();' }],
  fails: {
    'after five wrong passwords in a minute, the right one is 429 too': 'only known after `await next()`',
    'of twenty guesses at once, five are compared': 'passwords were compared',
    'PUT /auth/password is limited like a login': 'Expected status 429',
    'behind a proxy, the address is the one that the proxy has seen': 'got 401',
    'a network has five guesses, however its address is spelled': 'six spellings',
    'one network cannot try a password for many accounts': 'succeeded',
    'many networks cannot try many passwords for one account': 'succeeded',
    'a request that fails with an error is not a guess': 'Expected status 429',
    'every authentication event is one line in the log': 'POST /auth/login status=429',
  },
} satisfies Mistake;
