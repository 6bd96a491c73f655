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
  const own = { ...account, name: 'Attacker', email: `attacker-${Date.now()}@example.com` };
  const entered = (await target.client().post('/auth/register', own)).expect(201).body;
  const signed = { headers: { Authorization: `Bearer ${entered.token}` }, note: "with the attacker's token" };
  for (const [path, options] of [['/posts'], [`/posts/${id}`], [`/my-posts/${id}`, signed]] as const) {
    const { text } = await attacker.get(path, options);
    if (!text.includes(secret)) continue;
    isIn = true;
    say(`  The response contains "${secret}"`);
  }
  return isIn ? 'succeeded' : 'blocked';
});
