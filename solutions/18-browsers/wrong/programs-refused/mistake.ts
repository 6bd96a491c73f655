import type { Mistake } from '#check';

export default {
  summary: 'A program that is not a browser is refused.',
  edits: [{ file: 'edge/cross-origin-protection.ts', find: "origin === '' || (URL", replace: "origin !== '' && (URL" }],
  fails: {
    'a request that changes something is refused if another site has sent it': 'It comes from a program',
  },
  mayFail: [
    'all other requests pass',
    'a refused request does nothing, and is in the audit log',
    'a trusted origin may read every response, even errors',
    'any other origin gets no permission',
    'personal responses are not stored, public ones may be',
    'version 1 responds as before',
    'version 2 has an envelope, and no email',
    'version 2 has no drafts',
    'version 1 announces its end, version 2 does not',
    'GET /posts responds with one page, and a link to the next one',
    'a body of more than 64 KiB is 413',
    'a program that is asked to stop finishes what it has begun',
    'every response has the security headers',
    'a preflight from a trusted origin gets permission',
    'a client that never finishes its headers is disconnected after five seconds',
  ],
} satisfies Mistake;
