import { attack } from '#attack';

const title = 'Read the drafts of somebody whose phone you have found';

export default attack('lost-phone', { step: 6, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = { email: `owner-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  // The finder doesn't know the password, and doesn't need it: the phone is signed in.
  const [quiet, phone] = [target.client(), target.client('Finder')];
  (await target.client().post('/auth/register', { name: 'Owner', ...account })).expect(201);
  (await signInOn('Phone', quiet)).expect(200);
  for (const [name, value] of quiet.cookies) phone.cookies.set(name, value);
  say('The owner signs in on a phone, and loses it.');
  (await phone.get('/my-posts', { note: 'on the phone' })).expect(200);

  const laptop = target.client('Owner');
  await signInOn('Laptop', laptop);
  const list = await laptop.get('/auth/sessions', { note: 'on the laptop' });
  const devices = Array.isArray(list.body) ? list.body.map(({ user_agent }) => user_agent).join(', ') : '';
  if (devices !== '') say(`  signed in on: ${devices}`);
  await laptop.delete('/auth/sessions', { note: 'on the laptop' });

  const { status } = await phone.get('/my-posts', { note: 'on the phone' });
  await laptop.get('/my-posts', { note: 'on the laptop' });
  return status === 200 ? 'succeeded' : 'blocked';

  function signInOn(device: string, client: typeof laptop) {
    return client.post('/auth/session', account, {
      headers: { 'User-Agent': device },
      note: `on the ${device.toLowerCase()}`,
    });
  }
});
