import { attack } from '#attack';

const title = 'Delete every draft of the blog without credentials';

export default attack('drafts', { step: 1, title }, async ({ target, say }) => {
  const author = target.client();
  const credentials = { email: `author-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  await author.post('/auth/register', { name: 'Author', ...credentials });
  const { token } = (await author.post('/auth/login', credentials)).expect(200).body;
  const headers = { Authorization: `Bearer ${token}` };

  await author.post('/posts', { title: 'Soup', content: 'Leeks, potatoes, cream.' }, { headers });
  await countDrafts();

  const attacker = target.client('Attacker');
  await attacker.delete('/admin/drafts', { note: 'no credentials' });

  // The status alone proves nothing: if the middleware responds with 401 and then continues, the handler still deletes them.
  return (await countDrafts()) === 0 ? 'succeeded' : 'blocked';

  async function countDrafts(): Promise<number> {
    const drafts: { title: string }[] = (await author.get('/admin/drafts', { headers })).expect(200).body;
    const titles = drafts.map((draft) => `"${draft.title}"`).join(', ');
    say(`The blog has ${drafts.length} ${drafts.length === 1 ? 'draft' : 'drafts'}${titles && `: ${titles}`}`);
    return drafts.length;
  }
});
