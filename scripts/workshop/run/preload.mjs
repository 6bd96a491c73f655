// Runs inside a chapter's program, before its first line. Tells the workshop over IPC what the program does,
// and lets a check move the program's clock. Plain JavaScript, because it is loaded next to the TypeScript loader.
import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import { followActivities } from './activity.mjs';
import { recordCalls } from './calls.mjs';
import { makeHashesCheap } from './cheap-hashes.mjs';
import { dump, equip, openLaboratory, receiveOrders, timeOfVisit } from './laboratory.mjs';
import { reportRunning } from './running.mjs';
import { takeTurns } from './store-turns.mjs';
import { watchTokens, wrapVerify } from './tokens.mjs';

const tell = (message) => {
  if (process.connected) process.send(message, () => {});
};

// A program may start worker processes. Each of them loads this file too and reports to the primary, which forwards the
// reports and adds the workers' own events.
if (cluster.isPrimary) {
  cluster.on('message', (_, message) => {
    if (message?.type === 'listening' || message?.type === 'traces') tell(message);
  });
  for (const event of ['fork', 'listening', 'exit']) {
    cluster.on(event, ({ process: { pid } }, address) =>
      tell({ type: 'worker', event, pid, port: address?.port, at: performance.now() }),
    );
  }
}

/** Looks at descriptors, because reading a getter would run the learner's code. */
const methodsOf = (instance) =>
  [instance, Object.getPrototypeOf(instance)].flatMap((owner) =>
    Object.entries(Object.getOwnPropertyDescriptors(owner))
      .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
      .map(([name]) => name),
  );

let calls = [];
let isReported = false;

const report = ({ url, app, built }) => {
  isReported = true;
  // A primary that has workers shouldn't listen itself. If it does, a check has to see it.
  if (Object.keys(cluster.workers ?? {}).length > 0) {
    tell({ type: 'worker', event: 'listening', pid: process.pid, at: performance.now() });
  }
  if (process.env.TRELLIS_TRACE === '1') wrapVerify();
  if (process.env.TRELLIS_TURNS === '1') takeTurns(built);
  const routes = app.routes().map(({ method, path, handler, owner }) => ({
    method,
    path,
    handler: [owner, handler.name.replace(/^bound /, '')].filter((name) => name && name !== 'handler').join('.'),
  }));
  const declared = built
    .filter(({ unit }) => unit.module !== undefined && unit.provider.build !== undefined)
    .map(({ instance }) => instance);
  const services = declared.filter(({ routes, handle }) => !routes && !handle);
  if (process.env.TRELLIS_CALLS === '1') calls = recordCalls(services, methodsOf);
  const methods = Object.fromEntries(declared.map((instance) => [instance.constructor.name, methodsOf(instance)]));
  const listed = declared.flatMap((instance) => (typeof instance.routes === 'function' ? instance.routes() : []));
  const message = {
    type: 'listening',
    url,
    routes,
    // The framework that learners write in Part V reports its routes, but can't describe its modules.
    description: app.describe?.() ?? { modules: [], parts: [] },
    methods,
    groups: groupsIn(listed),
  };
  if (process.env.TRELLIS_LABORATORY) void equip({ app, built }).finally(() => tell(message));
  else tell(message);
};

/** The groups at every depth: two groups, one in the other, say the same as one. */
const groupsIn = (routes, prefix = '', outer = []) =>
  routes
    .filter(({ children }) => children)
    .flatMap(({ path, middlewares = [], children }) => {
      const names = [...outer, ...middlewares.map((entry) => entry.name ?? entry.constructor.name)];
      const group = { path: prefix + path, middlewares: names, children: routesInside(children) };
      return [group, ...groupsIn(children, prefix + path, names)];
    });

const routesInside = (children, prefix = '') =>
  children.flatMap(({ method, path, children: inner }) =>
    inner ? routesInside(inner, prefix + path) : [{ method, path: prefix + path }],
  );

// In Part V, learners write the framework themselves: all that is known of such a program is that its server listens.
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  // A Trellis application reports itself before the next turn of the event loop.
  this.once('listening', () => setImmediate(() => reportBareServer(this)));
  watchTokens(this);
  receiveOrders(this);
  return listen.apply(this, args);
};

const reportBareServer = (server) => {
  const address = server.address();
  if (isReported || typeof address?.port !== 'number') return;
  isReported = true;
  const url = `http://localhost:${address.port}`;
  tell({
    type: 'listening',
    isBare: true,
    url,
    routes: [],
    description: { modules: [], parts: [] },
    methods: {},
    groups: [],
  });
};

// Traces are sent in batches, and the oldest are dropped if the workshop doesn't keep up: a program under load must
// neither wait for its observer nor fill its memory.
const mostWaiting = 200;
let waiting = [];
let dropped = 0;
let isSending = false;
let isBusy = false;

const sendBatch = () => {
  isSending = true;
  const batch = { type: 'traces', traces: waiting, dropped };
  isBusy = waiting.length > 1;
  waiting = [];
  dropped = 0;
  const done = () => {
    isSending = false;
    if (waiting.length > 0) scheduleBatch();
  };
  if (process.connected) process.send(batch, done);
};

/** At once while requests come one by one, so that each is seen when it happens; otherwise a few times per second. */
const scheduleBatch = () => {
  isSending = true;
  if (isBusy) setTimeout(sendBatch, 50).unref();
  else setImmediate(sendBatch);
};

const watch = () => {
  if (process.env.TRELLIS_TRACE !== '1') return;
  // For people who look at the requests, not for checks.
  if (process.env.TRELLIS_RUNNING === '1') {
    followActivities();
    reportRunning(tell);
  }
  subscribe('trellis:request', (trace) => {
    // Anybody may publish on this channel, for example the framework of chapter 28.
    if (!Array.isArray(trace?.steps)) return;
    waiting.push(trace);
    if (waiting.length > mostWaiting) {
      waiting.shift();
      dropped++;
    }
    if (!isSending) scheduleBatch();
  });
};

const begin = () => {
  // After the observer of a check has subscribed: it sees the methods as they are, and then they are wrapped.
  subscribe('trellis:listening', report);
  watch();
  // `npm run chapter` reads the output through a pipe and prints it on a terminal: logs should be formatted for it.
  if (process.env.TRELLIS_TERMINAL === '1') process.stderr.isTTY = true;
  if (process.env.TRELLIS_CLOCK === 'ticks') tick = 1;
  if (process.env.TRELLIS_LABORATORY) {
    openLaboratory(tell);
    makeHashesCheap();
  }
};

// A warm process gets its environment together with its program; a worker has it from the start.
if (cluster.isPrimary) process.once('trellis:run', begin);
else begin();

let offset = 0;
/** What each reading adds, so that a program that reads the time twice always gets two different values. */
let tick = 0;
const RealDate = Date;
const now = () => {
  offset += tick;
  return timeOfVisit() ?? RealDate.now() + offset;
};
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }

  static now() {
    return now();
  }
};

let run = () => {};
/** The program that this process should run. */
export const wanted = new Promise((resolve) => {
  run = resolve;
});

/** In milliseconds. */
const usedProcessorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

process.on('message', (message) => {
  // Also as the first reply: from now on, silence means that the program blocks the event loop.
  if (message?.type === 'run' || message?.type === 'ping') tell({ type: 'pong', used: usedProcessorTime() });
  if (message?.type === 'run') run(message);
  if (message?.type === 'calls') tell({ type: 'calls', calls: calls.splice(0) });
  if (message?.type === 'dump') {
    // A program without a database has no tables.
    void dump().then(
      (tables) => tell({ type: 'dumped', tables }),
      () => tell({ type: 'dumped', tables: {} }),
    );
  }
  if (message?.type === 'restart') tell({ type: 'restarting', isHeard: process.emit('SIGHUP', 'SIGHUP') });
  if (message?.type === 'advance') {
    offset += message.milliseconds;
    tell({ type: 'advanced' });
  }
  // Emitted, not sent, because Windows has no signals: the application's own handler decides what it means.
  if (message?.type === 'stop' && !process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
});

// The channel must not keep a finished program alive, and the program must not outlive the workshop.
process.channel?.unref();
// A worker's channel leads to its primary, and Node itself handles the end of that.
if (cluster.isPrimary) process.on('disconnect', () => process.exit(1));
if (process.send !== undefined && !process.connected) process.exit(1);
