import { randomInt } from 'node:crypto';
import { attack, CannotAttack } from '#attack';

const title = 'Try many passwords for one account, each from another address';
const env = { BCRYPT_COST: '4', TRUST_PROXY: '1' };
const machines = 120;

export default attack('botnet', { step: 3, title, env }, async ({ target, say }) => {
  const email = `victim-${Date.now()}@example.com`;
  const password = 'leeks and potatoes';
  (await target.client().post('/auth/register', { name: 'Victim', email, password })).expect(201);

  say(`Botnet: POST /auth/login for one account from ${machines} addresses, one guess each …`);
  const first = randomInt(200);
  const statuses: number[] = [];
  for (let machine = 0; machine < machines; machine++) {
    const headers = { 'X-Forwarded-For': `203.0.${first + (machine >> 4)}.${machine}` };
    const guess = machine === machines - 1 ? password : `guess ${machine}`;
    statuses.push((await target.client().post('/auth/login', { email, password: guess }, { headers })).status);
  }
  const refused = statuses.filter((status) => status === 429).length;
  if (statuses[5] === 429) {
    throw new CannotAttack('the attack plays the proxy. Start the program with TRUST_PROXY=1.');
  }
  say(`  ${machines - refused} passwords were compared, ${refused} were refused with 429.`);
  return statuses.includes(200) ? 'succeeded' : 'blocked';
});
