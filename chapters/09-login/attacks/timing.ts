import { attack } from '#attack';

const title = 'Find out who has an account by measuring response times';

export default attack('timing', { step: 3, title }, async ({ target, say }) => {
  const victim = `victim-${Date.now()}@example.com`;
  const register = { email: victim, password: 'leeks and potatoes', name: 'Victim' };
  (await target.client().post('/auth/register', register)).expect(201);

  const attacker = target.client();
  const times = { known: [] as number[], unknown: [] as number[] };
  say('Attacker: POST /auth/login with a wrong password, 5 times for each email …');
  for (let round = 0; round < 5; round++) {
    // In turns, so that a busy moment of the machine affects both in the same way.
    times.known.push(await measure(victim));
    times.unknown.push(await measure(`nobody-${Date.now()}-${round}@example.com`));
  }
  // The fastest of each: other work on the machine can only make a response slower.
  const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)];
  say(`  an email with an account     ${known.toFixed(0).padStart(5)} ms`);
  say(`  an email without an account  ${unknown.toFixed(0).padStart(5)} ms`);

  // A factor of two is far more than noise, and far less than the difference that a missing comparison makes.
  const tellsThemApart = Math.max(known, unknown) > 2 * Math.min(known, unknown);
  say(tellsThemApart ? 'The two can be told apart.' : 'The two look the same.');
  return tellsThemApart ? 'succeeded' : 'blocked';

  async function measure(email: string): Promise<number> {
    const reply = await attacker.post('/auth/login', { email, password: 'not the password' });
    return reply.expect(401).milliseconds;
  }
});
