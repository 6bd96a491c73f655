import { attack } from '#attack';

const title = 'Sign a visitor in to the account of the attacker, from a page of another site';

export default attack('login-csrf', { step: 1, title, env: { BCRYPT_COST: '4' } }, async ({ target, say }) => {
  const account = { email: `attacker-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  (await target.client().post('/auth/register', { name: 'Attacker', ...account })).expect(201);

  // A form with enctype="text/plain" sends `name=value`. With this name, the whole line is valid JSON.
  const line = JSON.stringify({ ...account, ignored: '=' });
  const browsers: Record<string, Record<string, string>> = {
    'a current browser': { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    'a current browser, from a sibling domain': { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-site' },
    'an older browser': { Origin: 'https://evil.example' },
    'an older browser, from a sandboxed frame': { Origin: 'null' },
  };
  let victims = 0;
  for (const [note, headers] of Object.entries(browsers)) {
    const visitor = target.client('Visitor of evil.example');
    await visitor.post('/auth/session', line, { headers: { 'Content-Type': 'text/plain', ...headers }, note });
    const { status } = await target.client().get('/auth/session', { headers: { Cookie: cookiesOf(visitor) } });
    if (status === 200) victims++;
  }
  say(`${victims} of ${Object.keys(browsers).length} visitors are signed in as the attacker.`);
  return victims > 0 ? 'succeeded' : 'blocked';
});

function cookiesOf({ cookies }: { cookies: Map<string, string> }): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ');
}
