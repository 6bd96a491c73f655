// Part of preload.mjs: lets an examiner disturb what a program asks its stores, for one request at a time. The request brings
// its orders in a header, which the program never sees, and when its response is over, the calls that it made are reported.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as timer } from 'node:timers/promises';
import { booleanColumns, whyRefused, withBooleans } from './strict-booleans.mjs';

const header = 'x-trellis-laboratory';
/** The request whose code is running: its orders, and its calls so far. */
const current = new AsyncLocalStorage();
const longest = 12;
let isOpen = false;
let stores = [];
let booleans = [];

export function openLaboratory(tell) {
  isOpen = true;
  report = (visit) =>
    tell({
      type: 'visit',
      mark: visit.mark,
      calls: visit.calls.map(({ what, rows, ids, isAwaited }) => ({ what, rows, ids, isAwaited })),
      reads: [...visit.reads],
    });
}

/** Wraps the stores of an application that listens. Requests before that are not disturbed. */
export async function equip({ app, built }) {
  if (!isOpen) return;
  const { Cache, Database, KeyValue, Unavailable } = await import('trellis');
  const fail = (what) => new Unavailable('The check', `made this call fail on purpose: ${what}`);
  for (const { instance } of built) if (typeof instance?.handle === 'function') noteReads(instance);
  stores = [Database, KeyValue, Cache].flatMap((token) => storeOf(app, token));
  const database = stores.find(({ token }) => token === Database)?.store;
  if (database !== undefined && process.env.TRELLIS_BOOLEANS === 'strict')
    booleans = await booleanColumns(database).catch(() => []);
  for (const { token, store } of stores) wrap(store, token.name, fail);
  for (const name of process.env.TRELLIS_FALLIBLE?.split(',') ?? []) wrapMethod(built, name, fail);
  // Without a database, the application's own services are its stores.
  if (process.env.TRELLIS_LABORATORY === 'services') for (const service of servicesIn(built)) wrapAsync(service, fail);
}

/** Notes which query parameters, headers and cookies a request's code asks for, from the first middleware on. */
function noteReads(middleware) {
  const { handle } = middleware;
  middleware.handle = function (ctx, ...others) {
    const prototype = Object.getPrototypeOf(ctx.request);
    for (const kind of isNoted.has(prototype) ? [] : ['query', 'header', 'cookie']) {
      const method = prototype[kind];
      prototype[kind] = function (name) {
        current.getStore()?.reads.add(`${kind} ${name}`);
        return method.call(this, name);
      };
    }
    isNoted.add(prototype);
    return handle.call(this, ctx, ...others);
  };
}

const isNoted = new WeakSet();

/** An application that a learner's own framework has built has none of these services. */
function storeOf(app, token) {
  try {
    return [{ token, store: app.get(token) }];
  } catch {
    return [];
  }
}

let report = () => {};

/** Call it before the first request of each server. Its listener has to run before the server's own. */
export function receiveOrders(server) {
  server.prependListener('request', (incoming, outgoing) => {
    if (!isOpen) return;
    // A connection has one context, in which the orders of an earlier request may still be valid.
    if (incoming.headers[header] === undefined) return current.enterWith(undefined);
    const visit = { ...JSON.parse(incoming.headers[header]), calls: [], reads: new Set() };
    hide(incoming);
    current.enterWith(visit);
    if (visit.seed !== undefined) deliverLate(incoming, visit);
    outgoing.once('close', () => {
      for (const call of visit.calls) call.isAwaited = call.isFinished;
      visit.isOver = true;
      // A call that nobody waits for may begin later still.
      setTimeout(() => report(visit), visit.seed === undefined ? 0 : 2 * longest);
    });
  });
}

/** The body arrives a little after somebody asks for it: a handler that waits for it lets other requests go first. */
function deliverLate(incoming, visit) {
  const { push, _read: read } = incoming;
  let earlier = new Promise((resolve) => {
    incoming._read = (size) => {
      resolve();
      read.call(incoming, size);
    };
  });
  incoming.push = (chunk) => {
    earlier = earlier.then(() => timer(randomOf(visit))).then(() => push.call(incoming, chunk));
    return true;
  };
}

/** The time of a request whose clock has been stopped, in milliseconds. */
export function timeOfVisit() {
  return isOpen ? current.getStore()?.at : undefined;
}

function hide(incoming) {
  delete incoming.headers[header];
  const at = incoming.rawHeaders.findIndex((name) => name.toLowerCase() === header);
  incoming.rawHeaders.splice(at, 2);
}

function wrap(store, kind, fail) {
  for (const name of methodsOf(store)) {
    const method = store[name];
    const value =
      name === 'transaction'
        ? (work) => method.call(store, (tx) => inTransaction(tx, work, kind, fail))
        : (...args) =>
            called(`${kind}.${name}${sqlOf(args)}`, fail, () =>
              kind === 'Database' ? strictly(store, method, args) : method.apply(store, args),
            );
    Object.defineProperty(store, name, { value, configurable: true, writable: true });
  }
}

async function strictly(store, method, args) {
  const [strings, ...values] = args;
  const problem = Array.isArray(strings?.raw) ? whyRefused(strings, values, booleans) : undefined;
  if (problem !== undefined) throw new Error(`${problem}${sqlOf(args)}`);
  return withBooleans(await method.apply(store, args), booleans);
}

function servicesIn(built) {
  const declared = built.filter(({ unit }) => unit.module !== undefined && unit.provider.build !== undefined);
  return declared.map(({ instance }) => instance).filter(({ routes, handle }) => !routes && !handle);
}

function wrapAsync(service, fail) {
  const { prototype, name: kind } = service.constructor;
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (method?.constructor.name !== 'AsyncFunction') continue;
    const value = (...args) => called(`${kind}.${name}`, fail, () => method.apply(service, args));
    Object.defineProperty(service, name, { value, configurable: true, writable: true });
  }
}

/** `BcryptPool.hash`: something else that a request waits for, and that may fail. */
function wrapMethod(built, what, fail) {
  const [kind, name] = what.split('.');
  for (const { instance } of built) {
    if (instance?.constructor?.name !== kind) continue;
    const method = instance[name];
    instance[name] = (...args) => called(what, fail, () => method.apply(instance, args));
  }
}

async function inTransaction(tx, work, kind, fail) {
  wrap(tx, kind, fail);
  const result = await work(tx);
  await called(`${kind}: commit`, fail, () => {});
  return result;
}

/** Of the public API only: a method that calls another one of its own must not count twice. */
function methodsOf(store) {
  const known = [
    'all',
    'get',
    'run',
    'transaction',
    'set',
    'setIfAbsent',
    'take',
    'delete',
    'increment',
    'decrement',
    'ttl',
  ];
  return [...known, 'remember'].filter((name) => typeof store[name] === 'function');
}

function sqlOf([first]) {
  if (!Array.isArray(first?.raw)) return '';
  return `: ${first.join('?').replaceAll(/\s+/g, ' ').trim()}`;
}

async function called(what, fail, work) {
  const visit = current.getStore();
  if (visit === undefined) return work();
  const call = { what, isFinished: false, isAwaited: !visit.isOver };
  const number = visit.calls.push(call);
  const pause = () => visit.pause ?? (visit.seed === undefined ? 0 : randomOf(visit));
  await delay(pause());
  if (visit.fail === number) throw fail(what);
  try {
    const result = await work();
    if (Array.isArray(result)) {
      call.rows = result.length;
      call.ids = result.map((row) => row?.id);
    }
    return result;
  } finally {
    await delay(pause());
    call.isFinished = true;
  }
}

/** Without a pause, it doesn't even wait for a turn of the event loop. */
function delay(milliseconds) {
  return milliseconds > 0 ? timer(milliseconds) : undefined;
}

/** The next number of the visit's own series: the same seed gives the same schedule. */
function randomOf(visit) {
  visit.seed = (Math.imul(visit.seed, 1_664_525) + 1_013_904_223) >>> 0;
  return (visit.seed / 2 ** 32) * longest;
}

/** Every row of every table, for an examiner that compares before and after. */
export async function dump() {
  const database = stores.find(({ token }) => token.name === 'Database')?.store;
  const tables = await database.all`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`;
  const rows = {};
  for (const { name } of tables) {
    const text = `select * from "${name}"`;
    rows[name] = await database.all(Object.assign([text], { raw: [text] }));
  }
  return rows;
}
