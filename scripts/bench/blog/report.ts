import { median, table } from '../table.mjs';
import type { Name } from './build.ts';

/** What was measured of one server, each time it was its turn. */
export interface Figures {
  /** CPU time per request, in microseconds, turn by turn. */
  cpu: number[];
  /** Durations at a fixed rate, in milliseconds, round by round. */
  p50: number[];
  p99: number[];
  /** Resident memory, in megabytes, turn by turn: it grows until the next garbage collection, so a single figure is chance. */
  memory: number[];
  /** From the start of the process to the first response, in milliseconds. */
  start: number[];
}

export type Results = Record<Name, Figures>;

const COLUMNS = [
  { key: 'cpu', title: 'CPU time', unit: 'µs' },
  { key: 'p50', title: 'p50', unit: 'ms' },
  { key: 'p99', title: 'p99', unit: 'ms' },
  { key: 'memory', title: 'memory', unit: 'MB' },
  { key: 'start', title: 'first response', unit: 'ms' },
] as const;

/** A table in which the best peer of each column is 1.00, and more is worse. Bare node:http shows the floor, and isn't a peer. */
export function describe(results: Results): string {
  const rows = Object.entries(results).map(([name, figures]) => [
    name,
    ...COLUMNS.map(({ key, unit }) => {
      const value = median(figures[key]);
      const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
      return `${ratio(results, name as Name, bestPeer(results, key), key).toFixed(2)} ${`${value.toFixed(digits)} ${unit}`.padStart(8)}`;
    }),
  ]);
  return table([['', ...COLUMNS.map(({ title }) => title)], ...rows]);
}

/** The aims, and whether this run has reached them. */
export function judge(results: Results): string[][] {
  const speed = (peer: Name) => 1 / ratio(results, 'trellis', peer, 'cpu');
  const atLeast = (what: string, aim: number, reached: number) => [
    what,
    `at least ${aim.toFixed(2)}`,
    reached.toFixed(2),
    reached >= aim ? 'ok' : 'short',
  ];
  const atMost = (what: string, aim: number, reached: number) => [
    what,
    `at most ${aim.toFixed(2)}`,
    reached.toFixed(2),
    reached <= aim ? 'ok' : 'short',
  ];
  return [
    atLeast("requests per CPU second, of Fastify's", 1.15, speed('fastify')),
    atLeast("requests per CPU second, of Express's", 1.5, speed('express')),
    atLeast("requests per CPU second, of Nest's", 1.5, speed('nest')),
    atMost("memory, of Fastify's", 1, ratio(results, 'trellis', 'fastify', 'memory')),
    atMost("first response, of Fastify's", 1.2, ratio(results, 'trellis', 'fastify', 'start')),
  ];
}

function bestPeer(results: Results, key: keyof Figures): Name {
  const peers = (Object.keys(results) as Name[]).filter((name) => name !== 'trellis' && name !== 'node:http');
  return peers.sort((a, b) => median(results[a][key]) - median(results[b][key]))[0]!;
}

/** Turn by turn: whatever slowed the machine down for a while hit both. */
function ratio(results: Results, name: Name, base: Name, key: keyof Figures): number {
  return median(results[name][key].map((value, turn) => value / results[base][key][turn]!));
}
