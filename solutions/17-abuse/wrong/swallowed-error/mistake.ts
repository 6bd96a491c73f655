import type { Mistake } from '#check';

export default {
  summary: 'The error is logged, and the client gets an empty 204.',
  edits: [{ file: 'edge/audit.ts', find: '      throw error;\n', replace: '      return undefined;\n' }],
  fails: {
    'changing a password needs the current one': 'does not throw it again',
    'a right password clears the counter, and an invalid body is not counted': 'does not throw it again',
    'after five wrong passwords in a minute, the right one is 429 too': 'does not throw it again',
    'PUT /auth/password is limited like a login': 'does not throw it again',
    'behind a proxy, the address is the one that the proxy has seen': 'does not throw it again',
    'a network has five guesses, however its address is spelled': 'does not throw it again',
    'one network cannot try a password for many accounts': 'does not throw it again',
    'many networks cannot try many passwords for one account': 'does not throw it again',
    'a request that fails with an error is not a guess': 'does not throw it again',
    'an error that Audit has recorded still reaches the client': 'does not throw it again',
  },
} satisfies Mistake;
