import type { Mistake } from '#check';

export default {
  summary: 'The error is logged, and the client gets an empty 204.',
  edits: [{ file: 'edge/audit.ts', find: '      throw error;\n', replace: '      return undefined;\n' }],
  fails: {
    'changing a password needs the current one': 'does not throw it again',
    'a right password clears the counter, and an invalid body is not counted': 'does not throw it again',
    'a request that fails with an error is not a guess': 'does not throw it again',
    'an error that Audit has recorded still reaches the client': 'does not throw it again',
  },
} satisfies Mistake;
