import { attack } from '#attack';

const title = 'Find a route that nobody has protected';

export default attack('newsletter', { step: 4, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const secret = 'The restaurant closes in May.';
  const account = { name: 'Victim', email: `victim-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  const victim = target.client();
  const { token } = (await victim.post('/auth/register', account)).expect(201).body;
  const headers = { Authorization: `Bearer ${token}` };
  (await victim.post('/posts', { title: 'Farewell', content: secret }, { headers })).expect(201);

  // Scanners have long lists of such paths.
  const attacker = target.client('Attacker');
  let isIn = false;
  for (const path of ['/debug', '/backup', '/export/users', '/export/posts']) {
    const { text } = await attacker.get(path);
    if (!text.includes(secret)) continue;
    isIn = true;
    say(`  The response contains "${secret}"`);
  }
  return isIn ? 'succeeded' : 'blocked';
});
