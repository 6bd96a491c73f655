import { median } from '../table.mjs';

/** What was measured at one size. */
export type Row = readonly string[];

/** A table for the report: what grows, and what it costs at each size. */
export interface Growth {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly Row[];
}

/** The median duration of several calls, in milliseconds. The first ones warm up and don't count. */
export async function medianOf(times: number, work: () => unknown): Promise<number> {
  const durations: number[] = [];
  for (let call = -2; call < times; call++) {
    const started = performance.now();
    await work();
    if (call >= 0) durations.push(performance.now() - started);
  }
  return median(durations);
}

/** The same for work that never waits, in CPU time: on a busy machine it says more than the clock. */
export function medianCpuOf(times: number, work: () => unknown): number {
  const durations: number[] = [];
  for (let call = -2; call < times; call++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    if (call >= 0) durations.push((user + system) / 1000);
  }
  return median(durations);
}

export function grouped(number: number): string {
  return number.toLocaleString('en-US');
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export function microseconds(value: number): string {
  return `${(value * 1000).toFixed(value < 0.01 ? 2 : 0)} µs`;
}
