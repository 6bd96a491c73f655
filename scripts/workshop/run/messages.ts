import type { TraceEvent } from '../xray/trace-event.ts';
import type { Listening } from './listening.ts';

/** An event of one worker process. */
export interface WorkerEvent {
  event: 'fork' | 'listening' | 'exit';
  pid: number;
  /** Where a worker listens. */
  port?: number;
  /** Milliseconds, by the program's own clock. */
  at: number;
}

/** A call to a method of a service. */
export interface ServiceCall {
  /** `PostsService.list` */
  name: string;
  /** False if the response, or the method of a service that made the call, didn't wait until it had finished. */
  isAwaited: boolean;
  /** Whether the method returned a promise. */
  isAsync: boolean;
  /** The arguments: a number, the keys of an object, or the name of a class or type. */
  given: (number | string | string[])[];
  returned?: number | string | string[];
}

/** What one request asked the stores of a program. */
export interface StoreCall {
  /** `Database.get: select * from users where id = ?` */
  what: string;
  /** How many rows or values it returned, if it was an array. */
  rows?: number;
  /** The ids of these rows. */
  ids?: readonly unknown[];
  /** Whether the response waited for it. */
  isAwaited: boolean;
}

/** What is known of one request that came with orders. */
export interface ObservedVisit {
  readonly calls: readonly StoreCall[];
  /** `query author`, `header x-user-id`: what its code has asked for. */
  readonly reads: readonly string[];
}

/** The rows of each table. */
export type Tables = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** What a program tells the workshop. */
export type Message = {
  type: string;
  traces: TraceEvent[];
  dropped: number;
  isHeard: boolean;
  used: number;
  calls: ServiceCall[] & StoreCall[];
  reads: string[];
  mark: string;
  tables: Tables;
  /** Of a question to an instrument: its number, and what it shows, or why it can't. */
  id: number;
  reading: unknown;
  problem?: string;
} & Listening &
  WorkerEvent;
