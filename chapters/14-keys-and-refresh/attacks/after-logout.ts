import { attack } from '#attack';

const title = 'Use a copied refresh token after its owner has logged out';

export default attack('after-logout', { step: 3, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = { email: `owner-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  await target.client().post('/auth/register', { name: 'Owner', ...account });
  const { refresh_token } = (await target.client().post('/auth/tokens', account)).expect(200).body;

  say('An attacker has copied the refresh token from the owner’s phone.');
  const owner = target.client('Owner');
  (await owner.post('/auth/logout', { refresh_token }, { note: 'with the refresh token' })).expect(204);

  const attacker = target.client('Attacker');
  const { status } = await attacker.post('/auth/refresh', { refresh_token }, { note: 'the copied refresh token' });
  return status === 200 ? 'succeeded' : 'blocked';
});
