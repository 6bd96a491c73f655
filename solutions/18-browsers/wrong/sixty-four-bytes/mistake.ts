import type { Mistake } from '#check';

export default {
  summary: 'The limit is 64 bytes, so nearly every body is refused.',
  edits: [{ file: 'app.options.ts', find: 'body: 64 * 1024', replace: 'body: 64' }],
  fails: {
    'a body of more than 64 KiB is 413': 'limits.body counts bytes',
    'version 1 responds as before': 'limits.body counts bytes',
    'version 2 has an envelope, and no email': 'limits.body counts bytes',
    'version 2 has no drafts': 'limits.body counts bytes',
    'version 1 announces its end, version 2 does not': 'limits.body counts bytes',
    'GET /posts responds with one page, and a link to the next one': 'limits.body counts bytes',
    'a program that is asked to stop finishes what it has begun': 'limits.body counts bytes',
    'personal responses are not stored, public ones may be': 'limits.body counts bytes',
    'a request that changes something is refused if another site has sent it': 'limits.body counts bytes',
    'all other requests pass': 'limits.body counts bytes',
    'a refused request does nothing, and is in the audit log': 'limits.body counts bytes',
  },
  mayFail: ['a trusted origin may read every response, even errors'],
} satisfies Mistake;
