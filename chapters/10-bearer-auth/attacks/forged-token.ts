import { createHmac } from 'node:crypto';
import { attack } from '#attack';

const title = 'Read the drafts with tokens that the server never signed';

export default attack('forged-token', { step: 3, title }, async ({ target }) => {
  // The attacker has an account, as anyone can register, and so a genuine token to start from.
  const account = { email: `attacker-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  await target.client().post('/auth/register', { name: 'Attacker', ...account });
  const { token } = (await target.client().post('/auth/login', account)).expect(200).body;
  const [header, payload, signature] = (token as string).split('.') as [string, string, string];
  const claims = { ...decode(payload), user_id: 'the-victim', email: 'victim@example.com' };

  const attempts: Record<string, string> = {
    'a word as the token': 'please',
    'the algorithm "none" and no signature': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    'a token signed with another secret': sign(claims, 'my own secret'),
    'a token signed with an empty secret': sign(claims, ''),
    'a genuine token with another user_id': `${header}.${encode(claims)}.${signature}`,
    'a genuine token with a later exp': `${header}.${encode({ ...decode(payload), exp: 4_102_444_800 })}.${signature}`,
  };
  const attacker = target.client('Attacker');
  let isIn = false;
  for (const [note, forged] of Object.entries(attempts)) {
    const { status } = await attacker.get('/admin/drafts', { headers: { Authorization: `Bearer ${forged}` }, note });
    isIn ||= status === 200;
  }
  return isIn ? 'succeeded' : 'blocked';
});

function sign(claims: object, secret: string): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): object {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}
