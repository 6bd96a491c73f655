// Runs inside a chapter's program, before its first line. Tells the workshop over IPC what the program does,
// and lets a check move the program's clock. Plain JavaScript: it is loaded beside the TypeScript loader.
import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';

// SQLite is WebAssembly. To optimize it takes a third of the processor time of a check, and does not pay in 1,500 posts.
setFlagsFromString('--liftoff-only');

const tell = (message) => {
  if (process.connected) process.send(message, () => {});
};

// A program may make several processes of itself. Each of them loads this file too, and tells the first one, which passes
// it on, and tells of their lives.
if (cluster.isPrimary) {
  cluster.on('message', (_, message) => {
    if (message?.type === 'listening' || message?.type === 'traces') tell(message);
  });
  for (const event of ['fork', 'listening', 'exit']) {
    cluster.on(event, ({ process: { pid } }) => tell({ type: 'worker', event, pid, at: performance.now() }));
  }
}

subscribe('trellis:listening', ({ url, app }) => {
  const routes = app.routes().map(({ method, path, handler, owner }) => ({
    method,
    path,
    handler: [owner, handler.name].filter((name) => name && name !== 'handler').join('.'),
  }));
  tell({ type: 'listening', url, routes, description: app.describe() });
});

// Traces go in batches, and the oldest are dropped where the workshop does not keep up: a program under load must
// neither wait for whoever watches it nor fill its memory for them.
const mostWaiting = 200;
let waiting = [];
let dropped = 0;
let isSending = false;
let lastBatch = 0;

const sendBatch = () => {
  isSending = true;
  const batch = { type: 'traces', traces: waiting, dropped };
  waiting = [];
  dropped = 0;
  lastBatch = performance.now();
  const done = () => {
    isSending = false;
    if (waiting.length > 0) scheduleBatch();
  };
  if (process.connected) process.send(batch, done);
};

/** At once after a pause, so that a lone request is seen when it happens; otherwise a few times in a second. */
const scheduleBatch = () => {
  isSending = true;
  if (performance.now() - lastBatch > 100) setImmediate(sendBatch);
  else setTimeout(sendBatch, 50).unref();
};

const watch = () => {
  if (process.env.TRELLIS_TRACE !== '1') return;
  subscribe('trellis:request', (trace) => {
    waiting.push(trace);
    if (waiting.length > mostWaiting) {
      waiting.shift();
      dropped++;
    }
    if (!isSending) scheduleBatch();
  });
};

const begin = () => {
  watch();
  // `npm run chapter` reads the output through a pipe and passes it on to a terminal: logs should look the part.
  if (process.env.TRELLIS_TERMINAL === '1') process.stderr.isTTY = true;
};

// A process that waits for its program learns with it what is wanted; a worker of one knows it from the start.
if (cluster.isPrimary) process.once('trellis:run', begin);
else begin();

let offset = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + offset;
  }
};

let run = () => {};
/** Which program this process is to be, where it waits to be told. */
export const wanted = new Promise((resolve) => {
  run = resolve;
});

process.on('message', (message) => {
  if (message?.type === 'run') run(message);
  if (message?.type === 'restart') tell({ type: 'restarting', isHeard: process.emit('SIGHUP', 'SIGHUP') });
  if (message?.type === 'advance') {
    offset += message.milliseconds;
    tell({ type: 'advanced' });
  }
  // A signal that also exists on Windows: the application's own handler decides what it means.
  if (message?.type === 'stop' && !process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
});

// The channel must neither keep a finished program alive nor outlive the workshop.
process.channel?.unref();
// A worker's channel leads to its primary, and Node itself knows what its end means.
if (cluster.isPrimary) process.on('disconnect', () => process.exit(1));
if (process.send !== undefined && !process.connected) process.exit(1);
