import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Program } from '../run/program.ts';

/** For `TRELLIS_OBSERVER`: loads the instruments into a program. */
export const observer = `await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'instruments.mjs')).href)});`;

/** What the program has asked its database, for one text of a statement. */
export interface Statement {
  readonly sql: string;
  readonly calls: number;
  /** All calls together. */
  readonly ms: number;
  readonly longest: number;
  readonly rows: number;
  readonly errors: number;
}

/** A function in a CPU profile, as V8 reports it. */
export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** A CPU profile, as V8 reports it. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The statements since the last time. */
export function readStatements(program: Program): Promise<Statement[]> {
  return program.read('statements') as Promise<Statement[]>;
}

/** How long the event loop has been silent at most since the last time, in milliseconds. */
export function readSilence(program: Program): Promise<number> {
  return program.read('silence') as Promise<number>;
}

export function readProfile(program: Program, milliseconds: number): Promise<Profile> {
  return program.read('profile', { milliseconds }) as Promise<Profile>;
}

/** The rows that a select finds, at most fifty. */
export function readRows(program: Program, sql: string): Promise<Record<string, unknown>[]> {
  return program.read('query', { sql }) as Promise<Record<string, unknown>[]>;
}

/** How the database would carry out a statement, one line per step. */
export function readPlan(program: Program, sql: string): Promise<string[]> {
  return program.read('plan', { sql }) as Promise<string[]>;
}

/** Writes a heap snapshot to the file, and returns for how many milliseconds that blocked the program. */
export function writeSnapshot(program: Program, file: string): Promise<number> {
  return program.read('snapshot', { file }) as Promise<number>;
}

/** The time zone that the program uses now. */
export function readZone(program: Program): Promise<string> {
  return program.read('zone') as Promise<string>;
}

/** The bytes that the program can still reach, after a garbage collection. */
export function readMemory(program: Program): Promise<number> {
  return program.read('memory') as Promise<number>;
}
