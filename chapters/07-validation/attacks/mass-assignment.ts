import { attack } from '#attack';

const title = 'Publish a post without permission, at the top of the list for years';

export default attack('mass-assignment', { step: 1, title }, async ({ target, say }) => {
  const reader = target.client();
  const attacker = target.client('Attacker');
  const post = {
    title: 'Cheap pills',
    content: 'Click here.',
    published: true,
    created_at: '2099-01-01T00:00:00.000Z',
  };
  const { id } = (await attacker.post('/posts', post, { note: '"published":true, "created_at":"2099-…"' })).expect(
    201,
  ).body;

  const posts: { id: string; title: string }[] = (await reader.get('/posts')).expect(200).body;
  const shown = posts[0] === undefined ? 'nothing' : `"${posts[0].title}" first`;
  say(`GET /posts shows ${shown}.`);
  return posts.some((each) => each.id === id) ? 'succeeded' : 'blocked';
});
