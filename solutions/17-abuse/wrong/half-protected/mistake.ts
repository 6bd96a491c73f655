import type { Mistake } from '#check';

export default {
  summary: 'Protects the first kind of request and the first counter, but not those next to them.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: `      const startedAt = await this.cutoffs.set(id, tx);
      const session = hasSession && (await`,
      replace: `      const startedAt = hasSession ? await this.cutoffs.set(id, tx) : Date.now();
      const session = true && (await`,
    },
    { file: 'auth/login-limit.ts', find: 'network, 40, 3_600', replace: 'network, 40, 60' },
    { file: 'auth/login-limit.ts', find: 'email, 100, 3_600', replace: 'email, 85, 3_600' },
    {
      file: 'auth/login-limit.ts',
      find: 'for (const { key } of counted) await',
      replace: 'for (const { key } of counted.slice(0, 2)) await',
    },
    {
      file: 'auth/register-limit.ts',
      find: '    return next();\n',
      replace: `    try {
      return await next();
    } catch (error) {
      await this.store.increment(key, { by: -1, ttl: period });
      throw error;
    }
`,
    },
  ],
  fails: {
    'a change of password ends all other ways in': 'if the request itself came with a session',
    'the user who changed the password stays signed in': 'even if the request did not come with one',
    'one network cannot try a password for many accounts': 'its period is not an hour',
    'many networks cannot try many passwords for one account': 'the limit of the account is not 100',
    'one network cannot lock an account': 'the limit of the account is smaller than 100',
    'a network can register 30 accounts in an hour': 'tells who has an account',
    'a request that fails with an error is not a guess': 'not taken back from all three counters',
  },
} satisfies Mistake;
