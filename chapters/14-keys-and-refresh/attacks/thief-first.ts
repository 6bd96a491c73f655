import { attack } from '#attack';

const title = 'Refresh before the owner does, and keep refreshing after the owner has logged in again';

export default attack('thief-first', { step: 2, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = { email: `owner-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  await target.client().post('/auth/register', { name: 'Owner', ...account });
  const stolen = (await target.client().post('/auth/tokens', account)).expect(200).body.refresh_token;

  say('An attacker has copied the refresh token from the owner’s phone, and is faster.');
  const [owner, attacker] = [target.client('Owner'), target.client('Attacker')];
  const first = await attacker.post('/auth/refresh', { refresh_token: stolen }, { note: 'refresh token 1' });
  let { refresh_token } = first.expect(200).body;

  (await owner.post('/auth/refresh', { refresh_token: stolen }, { note: 'refresh token 1' })).expect(401);
  (await owner.post('/auth/tokens', account, { note: 'email and password' })).expect(200);

  for (const number of [2, 3]) {
    const reply = await attacker.post('/auth/refresh', { refresh_token }, { note: `refresh token ${number}` });
    if (reply.status !== 200) return 'blocked';
    refresh_token = reply.body.refresh_token;
  }
  return 'succeeded';
});
