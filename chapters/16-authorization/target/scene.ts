import { randomBytes } from 'node:crypto';
import { type Client, scene } from '#attack';
import { random } from '#check';

/** The victim has written the password of the office into a draft. If there is a crowd, so have others. */
export default scene('draft-reader', async ({ target, crowd }) => {
  const client = target.client();
  const others = crowd ? [await open(client), await open(client)] : [];
  const victim = await open(client);
  const secret = password((random.number() % 14) + 1);
  // An exploit that takes the first or the last password finds one of these.
  for (const [index, { email, key }] of others.entries())
    await write(client, key, noteOf(email, password(index * 15)), false);
  await write(client, victim.key, noteOf(victim.email, secret), false);
  const word = random.word();
  for (const { key } of [victim, ...others]) await write(client, key, `Soup with ${word}. No password here.`, true);

  // What the program is for, also in its fixed versions: published posts are found, and one's own drafts can be read.
  const headers = { 'X-Account-Key': (await open(client)).key };
  const { posts } = (await client.get(`/posts?q=${word}`, { headers })).expect(200).body;
  if (posts.length !== others.length + 1) throw new Error('The search does not find the published posts.');
  (await client.get(`/posts/${posts[0].id}`, { headers })).expect(200);
  return { victim: victim.email, secret };
});

/** Twelve hexadecimal digits, with this one at both ends. */
function password(edge: number): string {
  const digit = edge.toString(16);
  return digit + randomBytes(5).toString('hex') + digit;
}

function noteOf(email: string, secret: string): string {
  return `Password of ${email}: ${secret} (don't publish)`;
}

async function open(client: Client): Promise<{ email: string; key: string }> {
  return (await client.post('/accounts', { email: random.email() })).expect(201).body;
}

async function write(client: Client, key: string, content: string, published: boolean): Promise<void> {
  const post = { title: random.sentence(), content, published };
  (await client.post('/posts', post, { headers: { 'X-Account-Key': key } })).expect(201);
}
