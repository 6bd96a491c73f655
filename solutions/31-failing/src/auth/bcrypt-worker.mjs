// One thread of the pool. Plain JavaScript, because a worker thread can't start from a TypeScript file on Node 20.
import { parentPort } from 'node:worker_threads';
import { compareSync, getRounds, hashSync } from 'bcryptjs';

const tasks = { hash: hashSync, compare };

parentPort.on('message', ({ name, args }) => {
  try {
    parentPort.postMessage({ value: tasks[name](...args) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});

/** Does the work of `cost` even if the hash was made at a lower one: how long it takes must not depend on the hash. */
function compare(password, hash, cost) {
  const matches = compareSync(password, hash);
  // Each cost is twice the work of the one before, so 8 + 8 + 9 is as much work as 10.
  for (let extra = getRounds(hash); extra < cost; extra++) hashSync(password, extra);
  return matches;
}
