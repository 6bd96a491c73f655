import { type Client, scene } from '#attack';
import { random } from '#check';

/** The victim has written a draft. So have others, if there is a crowd. */
export default scene('wider-scope', async ({ target, crowd }) => {
  const client = target.client();
  const editor = await open(client);
  const others = crowd ? [await open(client), await open(client)] : [];
  const victim = await open(client);
  const secret = random.sentence();
  for (const each of others) await write(client, each.key, random.sentence());
  await write(client, victim.key, secret);
  for (const each of others) await write(client, each.key, random.sentence());

  // What the program is for, also in its fixed versions: an app gets what was granted, and may give something up.
  const all = await grant(client, editor.key, 'posts drafts');
  await read(client, all.access_token, others.length * 2 + 1);
  const own = await grant(client, victim.key, 'posts drafts:own');
  await read(client, own.access_token, 1);
  const { refresh_token } = own;
  const again = (await client.post('/tokens', { refresh_token })).expect(200).body;
  await read(client, again.access_token, 1);
  (await client.post('/tokens', { refresh_token })).expect(401);
  (await client.post('/tokens', { refresh_token: again.refresh_token, scope: 'comments' })).expect(403);
  return { victim: victim.email, secret };
});

async function open(client: Client): Promise<{ email: string; key: string }> {
  return (await client.post('/accounts', { email: random.email() })).expect(201).body;
}

async function write(client: Client, key: string, text: string): Promise<void> {
  (await client.post('/drafts', { text }, { headers: { 'X-Account-Key': key } })).expect(201);
}

async function grant(client: Client, key: string, scope: string) {
  return (await client.post('/grants', { scope }, { headers: { 'X-Account-Key': key } })).expect(201).body;
}

async function read(client: Client, token: string, count: number): Promise<void> {
  const drafts = (await client.get('/drafts', { headers: { Authorization: `Bearer ${token}` } })).expect(200).body;
  if (drafts.length !== count) throw new Error(`The program shows ${drafts.length} drafts in the place of ${count}.`);
}
