import { scene } from '#attack';
import { random } from '#check';

/** The victim has written a note. In a crowd, the address has capital letters, and others ask for tokens as well. */
export default scene('reset-thief', async ({ target, crowd }) => {
  const client = target.client();
  const victim = crowd ? `Ada.${random.word()}@Example.com` : random.email();
  const secret = random.sentence();
  for (const [email, note] of [...(crowd ? [[random.email(), random.sentence()]] : []), [victim, secret]]) {
    const { key } = (await client.post('/accounts', { email })).expect(201).body;
    (await client.put('/note', { email, key, note })).expect(200);
    (await client.post('/note/read', { email, key })).expect(200);
    // What the program is for, also in its fixed versions: a token can be asked for, and no other one works.
    if (crowd) (await client.post('/resets', { email })).expect(202);
    if (crowd) (await client.post('/resets/confirm', { email, token: random.word() })).expect(400);
  }
  return { victim, secret };
});
