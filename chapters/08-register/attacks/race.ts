import { attack } from '#attack';

const title = 'Register one email five times at the same moment';

export default attack('race', { step: 5, title }, async ({ target, say }) => {
  const email = `reader-${Date.now()}@example.com`;
  say(`Attacker: 5 × POST /auth/register with ${email}, all at once …`);

  const replies = await target.together(5, (index) =>
    target.client().post('/auth/register', { email, password: `password number ${index}`, name: `Account ${index}` }),
  );
  for (const { status, text } of replies) say(`  ${status} ${text}`);

  const accounts = replies.filter(({ status }) => status === 201);
  if (accounts.length === 0) replies[0]!.expect(201);
  say(`There ${accounts.length === 1 ? 'is 1 account' : `are ${accounts.length} accounts`} with this email.`);
  return accounts.length > 1 ? 'succeeded' : 'blocked';
});
