import { attack } from '#attack';

const title = "Read somebody else's draft";

export default attack('snoop', { step: 3, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const secret = 'The restaurant closes in May.';
  const account = { name: 'Victim', email: `victim-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  const victim = target.client();
  const { token } = (await victim.post('/auth/register', account)).expect(201).body;
  const headers = { Authorization: `Bearer ${token}` };
  const { id } = (await victim.post('/posts', { title: 'Farewell', content: secret }, { headers })).expect(201).body;

  // The id was in a link that the victim has sent to a friend, and in the history of a browser.
  const attacker = target.client('Attacker');
  let isIn = false;
  for (const path of ['/posts', `/posts/${id}`, `/my-posts/${id}`]) {
    const { text } = await attacker.get(path);
    if (!text.includes(secret)) continue;
    isIn = true;
    say(`  The response contains "${secret}"`);
  }
  return isIn ? 'succeeded' : 'blocked';
});
