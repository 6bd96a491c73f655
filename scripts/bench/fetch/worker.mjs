/** Runs in a process of its own: hands requests to the application of one framework, and reports the CPU time of each turn. */
import { isDeepStrictEqual } from 'node:util';
import { WORK } from '../work.mjs';

const { app } = await import(process.argv[2]);

process.on('message', async ({ work, requests }) => {
  const wanted = WORK[work];
  const before = process.cpuUsage();
  for (let sent = 0; sent < requests; sent++) {
    const response = await send(wanted);
    const text = await response.text();
    // Each response is compared, because a framework that responds wrongly must not be called fast.
    const isRight = response.status === wanted.status && (sent > 0 || isAnswer(text, wanted.answer));
    if (!isRight) throw new Error(`${wanted.path} gave ${response.status} ${text}`);
  }
  const { user, system } = process.cpuUsage(before);
  process.send((user + system) / requests);
});
process.send('ready');

function send({ path, method = 'GET', headers, body }) {
  return app.fetch(new Request(`http://localhost${path}`, { method, headers, body }));
}

function isAnswer(text, answer) {
  return answer === undefined || isDeepStrictEqual(JSON.parse(text), answer);
}
