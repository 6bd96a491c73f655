/** Until chapter 12, no variable sets the cost of a password, and at cost 10 a rule would take half a minute. */
export const cheapPasswords = {
  TRELLIS_OBSERVER: `
    import { subscribe } from 'node:diagnostics_channel';
    subscribe('trellis:listening', ({ built }) => {
      for (const { instance } of built) if (instance?.constructor?.name === 'Passwords') instance.cost = 4;
    });`,
};

/** Where hashes are made and compared. */
export const hashing = ['BcryptPool.hash', 'BcryptPool.compare'];

/** Everybody has registered years ago, when the cost was lower: the first hash of a password has cost 4, and now it would have 5. */
export const oldPasswords = {
  TRELLIS_OBSERVER: `
    import { subscribe } from 'node:diagnostics_channel';
    subscribe('trellis:listening', ({ built }) => {
      const find = (name) => built.find(({ instance }) => instance?.constructor?.name === name)?.instance ?? {};
      const [passwords, pool, known] = [find('Passwords'), find('BcryptPool'), new Set()];
      passwords.cost = 5;
      const { hash } = pool;
      pool.hash = (password, cost, signal) => {
        const isKnown = known.has(password);
        known.add(password);
        return hash.call(pool, password, isKnown ? cost : 4, signal);
      };
    });`,
};
