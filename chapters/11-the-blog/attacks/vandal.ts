import { attack } from '#attack';

const title = "Overwrite and delete somebody else's post without credentials";

export default attack('vandal', { step: 1, title }, async ({ target, say }) => {
  const author = target.client();
  const account = { email: `author-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  await author.post('/auth/register', { name: 'Author', ...account });
  const { token } = (await author.post('/auth/login', account)).expect(200).body;
  const headers = { Authorization: `Bearer ${token}` };
  const body = { title: 'Soup', content: 'Leeks, potatoes, cream.' };
  const { id } = (await author.post('/posts', body, { headers })).expect(201).body;
  (await author.put(`/posts/${id}`, { ...body, published: true }, { headers })).expect(200);
  say(`The author's post: ${await titleOf()}`);

  const attacker = target.client();
  const put = await attacker.put(`/posts/${id}`, { title: 'Buy my soup!', content: 'https://soup.example' });
  say(`Attacker: PUT /posts/<id>, no credentials …  ${put.status}`);
  const changed = await titleOf();
  say(`The author's post: ${changed}`);
  const deleted = await attacker.delete(`/posts/${id}`);
  say(`Attacker: DELETE /posts/<id>, no credentials …  ${deleted.status}`);
  const left = await titleOf();
  say(`The author's post: ${left}`);

  // The stored post decides: if the middleware responds with 401 and then continues, the handler still runs.
  return changed === '"Soup"' && left === '"Soup"' ? 'blocked' : 'succeeded';

  async function titleOf(): Promise<string> {
    const { status, body } = await author.get(`/posts/${id}`, { headers });
    return status === 200 ? JSON.stringify(body.title) : 'gone';
  }
});
