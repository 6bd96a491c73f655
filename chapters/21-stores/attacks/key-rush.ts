import { attack } from '#attack';

const title = 'Create twenty API keys at once, before anybody has counted them';

export default attack('key-rush', { step: 2, title }, async ({ target, say }) => {
  const owner = target.client();
  const account = { name: 'Owner', email: `owner-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  const { token } = (await owner.post('/auth/register', account)).expect(201).body;
  const headers = { Authorization: `Bearer ${token}` };

  const attacker = target.client();
  say("Attacker: POST /auth/api-keys with the owner's token, twenty at once …");
  const replies = await target.together(20, (index) =>
    attacker.post('/auth/api-keys', { name: `robot ${index + 1}` }, { headers }),
  );
  for (const [status, count] of tally(replies.map(({ status }) => status)))
    say(`  ${status}: ${count === 1 ? 'once' : `${count} times`}`);

  const keys: unknown[] = (await owner.get('/auth/api-keys', { headers })).expect(200).body;
  say(`The owner has ${keys.length} API keys.`);
  return keys.length > 5 ? 'succeeded' : 'blocked';
});

/** How often each status occurs, in ascending order. */
function tally(statuses: number[]): [number, number][] {
  const counts = new Map<number, number>();
  for (const status of statuses.sort()) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts];
}
