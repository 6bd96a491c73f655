// Part of preload.mjs: tells X-ray of the requests that take a while, and of the streams that are being sent.
import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import { activityOf, endActivity, outside } from './activity.mjs';

/** A shorter request is shown when it is over, in milliseconds. */
const patience = 200;
const pause = 250;
const mostShown = 20;

const running = new Set();
let isScheduled = false;
let told = 0;

/** Of each worker process, by its id: a program may consist of several. */
const ofWorkers = new Map();

/** Reports what runs with `tell`, several times per second while there is anything to report. */
export function reportRunning(tell) {
  const look = () => {
    isScheduled = false;
    const traces = [];
    // The oldest come first.
    for (const trace of running) {
      if (traces.length === mostShown) break;
      trace.update();
      if (trace.answer !== undefined) endActivity(trace);
      if (trace.ms >= patience) traces.push({ ...trace, isRunning: true, activity: activityOf(trace) });
    }
    if (traces.length > 0 || told > 0) tell({ type: 'running', traces });
    told = traces.length;
    schedule();
  };
  const schedule = () => {
    if (isScheduled || (running.size === 0 && told === 0)) return;
    isScheduled = true;
    outside(() => setTimeout(look, pause).unref());
  };
  subscribe('trellis:running', (trace) => {
    // Anybody may publish on this channel.
    if (typeof trace?.update === 'function') running.add(trace);
    schedule();
  });
  subscribe('trellis:request', (trace) => running.delete(trace));
  if (cluster.isPrimary) collect(tell);
}

/** The primary reports what all of its workers run. */
function collect(tell) {
  const report = () => tell({ type: 'running', traces: [...ofWorkers.values()].flat() });
  cluster.on('message', ({ id }, message) => {
    if (message?.type !== 'running') return;
    ofWorkers.set(id, message.traces);
    report();
  });
  cluster.on('exit', ({ id }) => ofWorkers.delete(id) && report());
}
