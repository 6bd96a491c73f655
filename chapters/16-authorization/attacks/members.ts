import { attack } from '#attack';

const title = "Use an ordinary account to read every user's email address";

export default attack('members', { step: 1, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const now = Date.now();
  const account = (name: string) => ({ name, email: `${name}-${now}@example.com`, password: 'leeks and potatoes' });
  const victim = account('victim');
  await target.client().post('/auth/register', victim);
  const { token } = (await target.client().post('/auth/register', account('attacker'))).expect(201).body;

  const headers = { Authorization: `Bearer ${token}` };
  const attacker = target.client('Attacker');
  const { status, text } = await attacker.get('/admin/users', { headers, note: 'with the token of an ordinary user' });
  const isIn = status === 200 && text.includes(victim.email);
  say(isIn ? `The response contains ${victim.email}.` : 'The response contains no user.');
  return isIn ? 'succeeded' : 'blocked';
});
