import { attack } from '#attack';

const title = 'Keep using a copied session cookie after its owner has signed in again, or signed out';

export default attack('copied-cookie', { step: 5, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = { email: `victim-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  const victim = target.client();
  (await victim.post('/auth/register', { name: 'Victim', ...account })).expect(201);
  (await victim.post('/auth/session', account)).expect(200);
  (await victim.get('/my-posts')).expect(200);
  let isIn = false;

  let copy = copyOfCookie();
  say('The victim signs in, and the attacker copies the cookie.');
  (await victim.post('/auth/session', account)).expect(200);
  say('The victim signs in again, and the browser gets another cookie.');
  await useCopy();

  copy = copyOfCookie();
  say('The attacker copies that one, too.');
  await victim.post('/auth/logout');
  say('The victim signs out.');
  await useCopy();

  return isIn ? 'succeeded' : 'blocked';

  function copyOfCookie(): string {
    return `session_id=${victim.cookies.get('session_id') ?? ''}`;
  }

  async function useCopy(): Promise<void> {
    const attacker = target.client('Attacker');
    const { status } = await attacker.get('/my-posts', { headers: { Cookie: copy }, note: 'with the copied cookie' });
    isIn ||= status === 200;
  }
});
