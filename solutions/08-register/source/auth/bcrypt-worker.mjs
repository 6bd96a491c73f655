// One thread of the pool. Plain JavaScript: on Node 20 a thread cannot be started from a TypeScript file.
import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';

const tasks = { hash: hashSync, compare: compareSync };

parentPort.on('message', ({ name, args }) => {
  try {
    parentPort.postMessage({ value: tasks[name](...args) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});
