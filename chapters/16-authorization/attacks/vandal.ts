import { attack } from '#attack';

const title = "Change one of somebody else's posts, and delete another";

export default attack('vandal', { step: 2, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = (name: string) => ({
    name,
    email: `${name}-${Date.now()}@example.com`,
    password: 'leeks and potatoes',
  });
  const enter = async (name: string) => {
    const { token } = (await target.client().post('/auth/register', account(name))).expect(201).body;
    return { Authorization: `Bearer ${token}` };
  };
  const [victim, attacker] = [target.client(), target.client('Attacker')];
  const [theirs, own] = [await enter('victim'), await enter('attacker')];
  const soup = { title: 'Soup', content: 'Add more basil.', published: true };
  const publish = async (): Promise<string> => {
    const { id } = (await victim.post('/posts', soup, { headers: theirs })).expect(201).body;
    (await victim.put(`/posts/${id}`, soup, { headers: theirs })).expect(200);
    return id;
  };
  const [first, second] = [await publish(), await publish()];

  // Everyone can read the ids: they are in the list of posts.
  const listed: { id: string }[] = (await attacker.get('/posts')).expect(200).body;
  say(`  ${listed.filter(({ id }) => id === first || id === second).length} posts of the victim`);
  const salad = { ...soup, title: 'Salad' };
  await attacker.put(`/posts/${first}`, salad, { headers: own, note: "with the attacker's token" });
  const robot = (
    await target.client().post('/auth/api-keys', { name: 'robot', scope: 'write' }, { headers: own })
  ).expect(201);
  const key = { 'X-API-Key': robot.body.key };
  await attacker.delete(`/posts/${second}`, { headers: key, note: "with the attacker's API key" });

  const { title: changed } = (await victim.get(`/posts/${first}`)).body;
  const isGone = (await victim.get(`/posts/${second}`)).status === 404;
  say(`The first post is called "${changed}", and the second one ${isGone ? 'is gone' : 'is still there'}.`);
  return changed !== soup.title || isGone ? 'succeeded' : 'blocked';
});
