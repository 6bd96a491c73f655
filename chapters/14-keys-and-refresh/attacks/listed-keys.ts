import { attack } from '#attack';

const title = 'Read the API keys of a user with a stolen access token';

export default attack('listed-keys', { step: 4, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = { email: `owner-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  const registered = await target.client().post('/auth/register', { name: 'Owner', ...account });
  const headers = { Authorization: `Bearer ${registered.expect(201).body.token}` };
  const created = await target.client().post('/auth/api-keys', { name: 'backup robot', scope: 'write' }, { headers });
  const { key } = created.expect(201).body;
  say('The owner has created an API key for the backup robot.');

  const attacker = target.client('Attacker');
  const list = await attacker.get('/auth/api-keys', { headers, note: 'a stolen access token' });
  if (!list.expect(200).text.includes(key)) {
    say('The list does not contain the key.');
    return 'blocked';
  }
  say('The list contains the key, which never expires.');
  const headersOfRobot = { 'X-API-Key': key };
  const { status } = await attacker.get('/auth/api-keys/current', { headers: headersOfRobot, note: 'the key' });
  return status === 200 ? 'succeeded' : 'blocked';
});
