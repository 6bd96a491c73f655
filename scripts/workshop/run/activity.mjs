// Part of preload.mjs: notes for X-ray what each request was doing, moment by moment: running JavaScript, or waiting, and for
// what. A wait counts as one for the event that ended it, such as a timer or a message of a worker thread.
import { AsyncLocalStorage, createHook, executionAsyncResource } from 'node:async_hooks';
import { channel, subscribe } from 'node:diagnostics_channel';

/** A shorter pause is part of running, in milliseconds: promises and callbacks that are ready follow each other at once. */
const shortestWait = 0.2;
/** Keeps a trace small, however often a handler waits: beyond it, spans are added up in this many parts of the time. */
const mostSpans = 300;
const parts = 40;
/** Switching the hooks is expensive, so they stay for a moment, in milliseconds. */
const idle = 1_000;

/** What Node calls the event that runs a callback, and what a reader should call it. */
const causes = [
  [/^Timeout$/, 'timer'],
  [/^Immediate$/, 'turn'],
  [/^(MessagePort|Worker)$/, 'thread'],
  [/Job$|^(Zlib|Brotli|Zstd)/, 'pool'],
  [/^(FSReq|FileHandle|FSEvent|StatWatcher)/, 'file'],
  [/^HTTPServerAsyncResource$/, 'client'],
  [
    /^(TCP|TLS|Pipe|UDP|Get(Addr|Name)Info|Query|Http2|HTTPClient|SendWrap|WriteWrap|ShutdownWrap|JSStreamSocket)/,
    'network',
  ],
  [/^(Process|ChildProcess)$/, 'process'],
];

/** Promises, ticks and the like run right after the callback of another event, which is what has ended the wait. */
const transparent = /^(Promise|Object|AsyncResource|)$/;

const current = new AsyncLocalStorage();
const activities = new WeakMap();
/** The port of each worker thread, and the file that has started it. */
const starters = new WeakMap();
let followed = 0;
let timer;

/** The request that runs now, and those around it, each interrupted by the next. */
let active;
let outer = [];
/** What has ended the waits of all that runs until the next event. */
let cause = {};
/** How many events there have been. */
let events = 0;

const hooks = createHook({
  before() {
    const next = outer.length === 0 ? causeOf(executionAsyncResource()) : undefined;
    if (next !== undefined) events++;
    cause = next ?? cause;
    outer.push(active);
    switchTo(current.getStore());
  },
  after() {
    switchTo(outer.pop());
  },
});

const known = new Map();

function causeOf(resource) {
  const name = resource?.constructor?.name ?? '';
  if (transparent.test(name)) return undefined;
  let what = known.get(name);
  if (what === undefined) {
    what = causes.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
    known.set(name, what);
  }
  const of = what === 'thread' ? starters.get(resource) : what === 'pool' ? jobOf(name) : undefined;
  return { what, of, resource };
}

/** `ScryptJob` is scrypt, and everything else compresses. */
function jobOf(name) {
  return name.endsWith('Job') ? name.slice(0, -'Job'.length).toLowerCase() : 'compression';
}

function switchTo(next) {
  if (next === active) return;
  const now = performance.now();
  active?.pause(now);
  active = next?.isOver ? undefined : next;
  active?.resume(now);
}

class Activity {
  isOver = false;
  /** What reads the client's requests. Each connection has its own. */
  #connection = executionAsyncResource();
  #start = performance.now();
  #spans = [];
  /** When it began to run, or to wait. */
  #since = this.#start;
  #isRunning = true;
  /** The number of events before it began to wait. */
  #paused = 0;

  resume(now) {
    if (this.#isRunning) return;
    const pause = now - this.#since;
    const last = this.#spans.at(-1);
    if (pause >= shortestWait) this.#add(this.#since, now, this.#causeNow());
    // Continues what it was doing.
    else if (last?.what === 'running') this.#since = this.#spans.pop().at + this.#start;
    this.#since = pause >= shortestWait ? now : Math.min(this.#since, now);
    this.#isRunning = true;
  }

  pause(now) {
    if (!this.#isRunning) return;
    this.#add(this.#since, now, { what: 'running' });
    this.#since = now;
    this.#isRunning = false;
    this.#paused = events;
  }

  /** The spans until now. What it is waiting for is unknown before the wait is over. */
  spans() {
    const now = performance.now();
    const open = { at: this.#since - this.#start, ms: now - this.#since, what: this.#isRunning ? 'running' : 'open' };
    return open.ms < shortestWait || this.isOver ? [...this.#spans] : [...this.#spans, open];
  }

  end() {
    if (this.isOver) return;
    this.pause(performance.now());
    this.isOver = true;
    if (--followed > 0 || timer !== undefined) return;
    timer = setTimeout(rest, idle).unref();
  }

  /** Without a new event, something else has run first. The client may be that of another request. */
  #causeNow() {
    if (events === this.#paused) return { what: 'turn' };
    return cause.what === 'client' && cause.resource !== this.#connection ? { what: 'request' } : cause;
  }

  #add(from, to, { what = 'other', of }) {
    this.#spans.push({ at: from - this.#start, ms: to - from, what, ...(of && { of }) });
    if (this.#spans.length > mostSpans) this.#spans = addedUp(this.#spans);
  }
}

/** The same sums, with less detail: in each part of the time, one span for each thing. */
function addedUp(spans) {
  const { at, ms } = spans.at(-1);
  const sums = new Map();
  for (const span of spans) {
    const part = Math.floor((span.at / (at + ms)) * parts);
    const key = `${part} ${span.what} ${span.of ?? ''}`;
    const sum = sums.get(key) ?? { ...span, ms: 0 };
    sum.ms += span.ms;
    sums.set(key, sum);
  }
  let end = 0;
  return [...sums.values()].map((sum) => {
    const moved = { ...sum, at: Math.max(end, sum.at) };
    end = moved.at + moved.ms;
    return moved;
  });
}

/** Runs something of our own, which no request should be charged for. */
export function outside(work) {
  return current.exit(work);
}

function rest() {
  timer = undefined;
  if (followed > 0) return;
  hooks.disable();
  active = undefined;
  outer = [];
}

/** From now on, each trace gets its activity. Call it before other subscribers that pass traces on. */
export function followActivities() {
  channel('trellis:running').bindStore(current, (trace) => {
    const activity = new Activity();
    activities.set(trace, activity);
    if (++followed === 1) hooks.enable();
    switchTo(activity);
    return activity;
  });
  subscribe('trellis:request', (trace) => {
    endActivity(trace);
    trace.activity = activityOf(trace);
  });
  subscribe('worker_threads', ({ worker }) => noteStarter(worker));
}

/** What a request has been doing since its first layer ran. */
export function activityOf(trace) {
  return activities.get(trace)?.spans();
}

/** The layers of a request are over when its response, or the head of a stream, has been sent. */
export function endActivity(trace) {
  activities.get(trace)?.end();
}

/** `bcrypt-pool.ts`, the file of the program that has created the thread. */
function noteStarter(worker) {
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const own = frames.find((frame) => !frame.includes('node:') && !frame.includes('activity.mjs'));
  const starter = /([^/\\(]+):\d+:\d+\)?$/.exec(own ?? '')?.[1];
  const ports = Object.getOwnPropertySymbols(worker).map((symbol) => worker[symbol]);
  for (const port of ports) {
    if (starter && port?.constructor?.name === 'MessagePort') starters.set(port, starter);
  }
}
