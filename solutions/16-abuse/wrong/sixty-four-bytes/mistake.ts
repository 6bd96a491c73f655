import type { Mistake } from '#check';

export default {
  summary: 'The limit was meant in KiB, and is in bytes: nearly every body is refused.',
  edits: [{ file: 'app.options.ts', find: 'body: 64 * 1024', replace: 'body: 64' }],
  fails: {
    'the code in the log makes a user the first admin': 'limits.body counts bytes',
    'nobody else becomes an admin, and a dismissed admin stays dismissed': 'limits.body counts bytes',
    'after five wrong passwords in a minute, the right one is 429 too': 'limits.body counts bytes',
    'of twenty guesses at once, five are answered': 'limits.body counts bytes',
    'a right password clears the count, and a bad body does not count': 'limits.body counts bytes',
    'behind a proxy, the address is the one that the proxy has seen': 'limits.body counts bytes',
    'a network has five guesses, however its address is spelled': 'limits.body counts bytes',
    'each authentication leaves one line': 'limits.body counts bytes',
    '/api/v1 answers as ever': 'limits.body counts bytes',
    '/api/v2 has an envelope, and no email': 'limits.body counts bytes',
    '/api/v2 does not know drafts': 'limits.body counts bytes',
    'GET /posts responds with one page, and a link to the next one': 'limits.body counts bytes',
    'a body of more than 64 KiB is 413': 'limits.body counts bytes',
    'a program that is asked to stop finishes what it has begun': 'limits.body counts bytes',
  },
} satisfies Mistake;
