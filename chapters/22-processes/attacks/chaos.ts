import { attackOnMachine, Load } from '#attack';

const title = 'Kill workers, Redis and PostgreSQL under load, and deploy';
const env = { WORKERS: '3', DATABASE_POOL: '5' };

interface Author {
  account: object;
  token: string;
}

export default attackOnMachine('chaos', { step: 3, title, env }, async ({ target, machine, say }) => {
  const authors: Author[] = [];
  for (let number = 1; number <= 12; number++) {
    const account = { name: 'Author', email: `author-${number}@example.com`, password: 'leeks and potatoes' };
    const { token } = (await target.client().post('/auth/register', account)).expect(201).body;
    authors.push({ account, token });
  }
  const logIn = async ({ account }: Author) =>
    (await target.client().post('/auth/tokens', account)).body?.refresh_token;

  say('Twelve clients write posts, read them, and refresh their tokens.');
  const written: { id: string; token: string }[] = [];
  let loggedOut = 0;
  const waiting = [...authors];
  const load = new Load(machine.url, authors.length, async (client) => {
    client.memory.author ??= waiting.pop();
    const { token } = client.memory.author;
    const post = await client.send(201, 'POST', '/posts', { title: 'Soup', content: 'Leeks, potatoes.' }, token);
    if (post.status === 201) written.push({ id: post.body.id, token });
    if (post.status === 201) await client.send(200, 'GET', `/my-posts/${post.body.id}`, undefined, token);

    // Not every time: 600 refreshes an hour are the limit for one user.
    client.memory.rounds = (client.memory.rounds ?? 0) + 1;
    if (client.memory.rounds % 3 !== 0) return;
    client.memory.refresh_token ??= await logIn(client.memory.author).catch(() => undefined);
    const { refresh_token } = client.memory;
    if (refresh_token === undefined) return;
    // After a 503, nobody knows whether the token was used: the store may have failed before or after that.
    const expected = client.memory.isUnsure ? [200, 401] : 200;
    const { status, body } = await client.send(expected, 'POST', '/auth/refresh', { refresh_token });
    if (status === 401) loggedOut++;
    client.memory.isUnsure = status === 503;
    if (status !== 503) client.memory.refresh_token = body?.refresh_token;
  });

  let isBack = true;
  let deployed = '';
  try {
    await machine.until(() => written.length >= 50);
    const count = machine.processes().length;

    const victims = machine.processes().slice(0, 2);
    load.begin(`kill -9 ${victims.length} of ${count} processes`);
    for (const victim of victims) machine.kill(victim);
    const isNew = () => victims.every((victim) => !machine.processes().includes(victim));
    isBack = await machine.until(() => isNew() && machine.processes().length === count, 30_000);

    for (const server of isBack ? (['redis', 'postgres'] as const) : []) {
      load.begin(`kill -9 ${server}`);
      await machine.crash(server);
      await machine.until(() => load.current.unavailable + load.current.failed >= 40);
      await machine.restore(server);
      const before = written.length;
      await machine.until(() => written.length >= before + 50);
    }

    if (isBack) {
      load.begin('deploy');
      deployed = await machine.deploy();
    }
  } finally {
    await load.stop();
  }

  say('\n                                sent    503  failed  wrong');
  for (const [phase, { sent, unavailable, failed, wrong }] of load.tallies) {
    const columns = [String(sent).padStart(6), String(unavailable).padStart(6), String(failed).padStart(7)];
    if (sent > 0) say(`  ${phase.padEnd(28)}${columns.join(' ')} ${String(wrong).padStart(6)}`);
  }
  for (const surprise of load.surprises.slice(0, 3)) say(`  wrong: ${surprise}`);
  for (const reason of (load.breaks.get('deploy') ?? []).slice(0, 3)) say(`  failed during the deploy: ${reason}`);
  if (!isBack) {
    say('The processes that were killed are gone, and nothing replaces them.');
    return 'succeeded';
  }
  let lost = 0;
  for (const { id, token } of written) {
    const headers = { Authorization: `Bearer ${token}` };
    if ((await target.client().get(`/my-posts/${id}`, { headers })).status !== 200) lost++;
  }
  say(`Posts that got a 201: ${written.length}, lost: ${lost}. Clients that had to log in again: ${loggedOut}.`);
  say(`The deploy was a ${deployed}.`);
  const wrong = [...load.tallies.values()].reduce((sum, tally) => sum + tally.wrong, 0);
  return lost > 0 || wrong > 0 || load.tallies.get('deploy')!.failed > 0 ? 'succeeded' : 'blocked';
});
