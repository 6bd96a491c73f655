// What `process` is to a program and to its tests, while they are graded. The real one could read files and load modules,
// and so tell programs apart by something other than their behaviour.
import { channel } from 'node:diagnostics_channel';
import real from 'node:process';

const { env, platform, version, versions, nextTick, hrtime, memoryUsage, cpuUsage, uptime } = real;

export const process = {
  ...{ env, platform, version, versions, nextTick, hrtime, memoryUsage, cpuUsage, uptime },
  exit() {
    channel('workshop:exit').publish({});
    throw new Error('process.exit() was called.');
  },
};
