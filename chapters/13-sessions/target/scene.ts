import { scene, type Target } from '#attack';
import { random } from '#check';

/** The victim has written a note. In a crowd, others have email addresses that are nearly the same. */
export default scene('cookie-forger', async ({ target, crowd }) => {
  const [victim, secret] = [random.email(), random.sentence()];
  await join(target, victim, secret);
  for (const digit of crowd ? ['0', '1', '2', '7'] : []) await join(target, victim + digit, random.sentence());
  return { victim, secret };
});

/** What the program is for, also in its fixed versions: somebody stays signed in, and no cookie that is damaged works. */
async function join(target: Target, email: string, note: string): Promise<void> {
  const client = target.client();
  const { key } = (await client.post('/accounts', { email })).expect(201).body;
  (await client.post('/sign-in', { email, key })).expect(200);
  (await client.put('/me/note', { note })).expect(200);
  const { body } = (await client.get('/me')).expect(200);
  if (body.email !== email || body.note !== note) throw new Error('The program shows the note of somebody else.');
  const cookie = client.cookies.get('remember')!;
  client.cookies.set(
    'remember',
    cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  );
  (await client.get('/me')).expect(401);
}
