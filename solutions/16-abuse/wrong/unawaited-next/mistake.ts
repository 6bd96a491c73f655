import type { Mistake } from '#check';

export default {
  summary: 'The status is looked at before anybody has answered: every guess clears the count.',
  edits: [{ file: 'auth/login-limit.ts', find: 'const answer = await next();', replace: 'const answer = next();' }],
  fails: {
    'after five wrong passwords in a minute, the right one is 429 too': 'Only after `await next()` is the status known',
    'of twenty guesses at once, five are answered': '20 passwords were looked at',
    'behind a proxy, the address is the one that the proxy has seen': 'got 401',
    'a network has five guesses, however its address is spelled': 'six guesses from one address',
    'each authentication leaves one line': 'POST /auth/login status=429',
  },
} satisfies Mistake;
