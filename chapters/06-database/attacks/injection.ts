import { attack } from '#attack';

const title = 'Unsubscribe every reader with one request';

export default attack('injection', { step: 2, title }, async ({ target, say }) => {
  const readers = target.client();
  for (const name of ['baker', 'cook', 'gardener']) {
    (await readers.put(`/newsletter/${name}@example.com`)).expect(204);
  }
  const before = await count();

  // As the program builds the statement: … where email = '' or '1'='1'
  const attacker = target.client('Attacker');
  await attacker.delete(`/newsletter/${encodeURIComponent("' or '1'='1")}`);

  return (await count()) < before ? 'succeeded' : 'blocked';

  async function count(): Promise<number> {
    const { subscribers } = (await readers.get('/newsletter')).expect(200).body;
    say(`The newsletter has ${subscribers} subscribers.`);
    return subscribers;
  }
});
