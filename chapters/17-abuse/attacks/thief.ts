import { attack, type Reply } from '#attack';

const title = 'Stay signed in to a stolen account after its owner has changed the password';

export default attack('thief', { step: 1, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const email = `victim-${Date.now()}@example.com`;
  const [password, new_password] = ['leeks and potatoes', 'carrots and celery'];
  const victim = target.client();
  await victim.post('/auth/register', { name: 'Victim', email, password });
  (await victim.post('/auth/session', { email, password })).expect(200);
  const pair = (await victim.post('/auth/tokens', { email, password })).expect(200).body;

  say('The thief has copied the access token, the refresh token and the session cookie of the victim.');
  const thief = target.client('Thief');
  const access = { headers: { Authorization: `Bearer ${pair.access_token}` } };
  const session = { headers: { Cookie: [...victim.cookies].map((cookie) => cookie.join('=')).join('; ') } };
  let wins = 0;

  const takeover = { current_password: 'a wild guess', new_password: 'now it is mine' };
  await use(thief.put('/auth/password', takeover, { ...session, note: 'with a guessed current password' }));
  const change = await victim.put('/auth/password', { current_password: password, new_password });
  say(`Victim: PUT /auth/password …  ${change.status}`);
  if (wins === 0) change.expect(200);
  await use(thief.get('/my-posts', { ...access, note: 'with the access token' }));
  await use(thief.get('/my-posts', { ...session, note: 'with the session cookie' }));
  const { refresh_token } = pair;
  await use(thief.post('/auth/refresh', { refresh_token }, { note: 'with the refresh token' }));
  return wins > 0 ? 'succeeded' : 'blocked';

  async function use(reply: Promise<Reply>): Promise<void> {
    if ((await reply).status === 200) wins++;
  }
});
