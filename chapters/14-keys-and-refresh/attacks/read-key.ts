import { attack } from '#attack';

const title = 'Delete a post with an API key that is only meant for reading';

export default attack('read-key', { step: 5, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = { email: `owner-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  const owner = target.client();
  const registered = await owner.post('/auth/register', { name: 'Owner', ...account });
  const headers = { Authorization: `Bearer ${registered.expect(201).body.token}` };
  const post = await owner.post('/posts', { title: 'Soup', content: 'Leeks, potatoes, cream.' }, { headers });
  const { id } = post.expect(201).body;
  const created = await owner.post('/auth/api-keys', { name: 'backup robot', scope: 'read' }, { headers });
  const key = { 'X-API-Key': created.expect(201).body.key };

  say('An attacker has found the read key of the backup robot in a log file.');
  const attacker = target.client('Attacker');
  await attacker.get('/my-posts', { headers: key, note: 'the key' });
  await attacker.delete(`/posts/${id}`, { headers: key, note: 'the key' });

  // The status alone proves nothing: a middleware that responds with 403 and then continues still deletes the post.
  const isGone = (await owner.get(`/posts/${id}`, { headers })).status === 404;
  say(isGone ? 'The post is gone.' : 'The post is still there.');
  return isGone ? 'succeeded' : 'blocked';
});
