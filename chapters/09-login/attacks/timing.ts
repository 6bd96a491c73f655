import { attack } from '#attack';

const title = 'Find out who has an account by measuring response times';
const rounds = 5;
const most = 40;

export default attack('timing', { step: 3, title }, async ({ target, say }) => {
  const victim = `victim-${Date.now()}@example.com`;
  const register = { email: victim, password: 'leeks and potatoes', name: 'Victim' };
  (await target.client().post('/auth/register', register)).expect(201);

  const attacker = target.client();
  // The fastest of each: other work on the machine can only make a response slower.
  const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
  say(`Attacker: POST /auth/login with a wrong password, ${rounds} times or more for each email …`);
  for (let round = 1; round <= rounds || (isUnclear() && round <= most); round++) {
    // In turns, so that a busy moment of the machine affects both in the same way.
    fastest.known = Math.min(fastest.known, await measure(victim));
    fastest.unknown = Math.min(fastest.unknown, await measure(`nobody-${Date.now()}-${round}@example.com`));
  }
  say(`  an email with an account     ${fastest.known.toFixed(0).padStart(5)} ms`);
  say(`  an email without an account  ${fastest.unknown.toFixed(0).padStart(5)} ms`);

  // A factor of two is far more than noise, and far less than the difference that a missing comparison makes.
  const tellsThemApart = factor() > 2;
  say(tellsThemApart ? 'The two can be told apart.' : 'The two look the same.');
  return tellsThemApart ? 'succeeded' : 'blocked';

  /** Between noise and a missing comparison. On a busy machine, more rounds find out which. */
  function isUnclear(): boolean {
    return factor() > 2 && factor() < 10;
  }

  function factor(): number {
    return Math.max(fastest.known, fastest.unknown) / Math.min(fastest.known, fastest.unknown);
  }

  async function measure(email: string): Promise<number> {
    const reply = await attacker.post('/auth/login', { email, password: 'not the password' });
    return reply.expect(401).milliseconds;
  }
});
