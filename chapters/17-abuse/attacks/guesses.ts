import { randomInt } from 'node:crypto';
import { attack } from '#attack';

const title = 'Try twenty passwords for one account at the same moment, from made-up addresses';
const env = { BCRYPT_COST: '4', TRUST_PROXY: '1' };

export default attack('guesses', { step: 2, title, env }, async ({ target, say }) => {
  const email = `victim-${Date.now()}@example.com`;
  await target.client().post('/auth/register', { name: 'Victim', email, password: 'leeks and potatoes' });

  // A proxy appends the address that it sees. The attacker has written something in front of it.
  const seen = `198.51.100.${randomInt(256)}`;
  say(`Attacker at ${seen}: POST /auth/login with 20 passwords at once, each with another X-Forwarded-For …`);
  const statuses = await target.together(20, async (index) => {
    const headers = { 'X-Forwarded-For': `10.0.0.${index}, ${seen}` };
    return (await target.client().post('/auth/login', { email, password: `guess ${index}` }, { headers })).status;
  });
  // Not everything except a 429: a full queue refuses with 503.
  const tried = statuses.filter((status) => status === 401).length;
  say(`  ${tried} passwords were compared, ${20 - tried} were refused.`);
  return tried > 5 ? 'succeeded' : 'blocked';
});
