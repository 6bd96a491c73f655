import { attack } from '#attack';

const title = 'Use a refresh token that its owner has already used';

export default attack('copied-token', { step: 1, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = { email: `owner-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  await target.client().post('/auth/register', { name: 'Owner', ...account });
  const { refresh_token } = (await target.client().post('/auth/tokens', account)).expect(200).body;

  say('An attacker has copied the refresh token from the owner’s phone.');
  const owner = target.client('Owner');
  (await owner.post('/auth/refresh', { refresh_token }, { note: 'refresh token 1' })).expect(200);

  const attacker = target.client('Attacker');
  const replies = [
    await attacker.post('/auth/refresh', { refresh_token }, { note: 'the copy of refresh token 1' }),
    await attacker.post('/auth/refresh', { refresh_token }, { note: 'the same copy again' }),
  ];
  return replies.some(({ status }) => status === 200) ? 'succeeded' : 'blocked';
});
