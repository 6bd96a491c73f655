import type { Mistake } from '#check';

export default {
  summary: 'The limit was meant in KiB, and is in bytes: nearly every body is refused.',
  edits: [{ file: 'app.options.ts', find: 'body: 64 * 1024', replace: 'body: 64' }],
  fails: {
    '/api/v1 answers as ever': 'limits.body counts bytes',
    '/api/v2 has an envelope, and no email': 'limits.body counts bytes',
    '/api/v2 does not know drafts': 'limits.body counts bytes',
    'GET /posts responds with one page, and a link to the next one': 'limits.body counts bytes',
    'a body of more than 64 KiB is 413': 'limits.body counts bytes',
    'a program that is asked to stop finishes what it has begun': 'limits.body counts bytes',
  },
} satisfies Mistake;
