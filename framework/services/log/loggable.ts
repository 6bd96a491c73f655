import { types } from 'node:util';

export const UNREADABLE = '[unreadable]';
const DEEPEST = 8;
const LONGEST_TEXT = 16_384;
const LONGEST_NAME = 128;

/** How much one line may contain. Without a limit, a request with a large body could fill the disk. */
export class LineBudget {
  values = 1_000;
  characters = 65_536;
}

/**
 * Copies any value so that JSON.stringify can print it: cycles, BigInt, getters and proxies that throw, errors with their
 * causes. Copies of errors are marked, so that a line for people can show the stack line by line.
 */
export function loggable(value: unknown, budget: LineBudget, path: readonly object[] = []): unknown {
  budget.values--;
  if (typeof value === 'string') return cut(value, budget);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  try {
    if (typeof value === 'function') return cut(`[function ${value.name}]`, budget);
    if (typeof value !== 'object') return cut(String(value), budget);
    if (path.includes(value)) return '[circular]';
    if (path.length === DEEPEST) return '[…]';
    return copyOf(value, budget, [...path, value]);
  } catch {
    return UNREADABLE;
  }
}

export function logName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}

export function logText(value: unknown, budget: LineBudget): string {
  const copy = loggable(value, budget);
  return typeof copy === 'string' ? copy : String(JSON.stringify(copy));
}

export interface LoggedError {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  cause?: unknown;
  [detail: string]: unknown;
}

const LOGGED_ERROR = Symbol('the copy of an error');

export function isLoggedError(value: unknown): value is LoggedError {
  return typeof value === 'object' && value !== null && LOGGED_ERROR in value;
}

/** Errors from another realm, such as a `vm` context, are not instances of our Error. */
export function isError(value: object): boolean {
  return types.isNativeError(value) || value instanceof Error;
}

export function read(object: object, name: string): unknown {
  try {
    return (object as Record<string, unknown>)[name];
  } catch {
    return UNREADABLE;
  }
}

function copyOf(value: object, budget: LineBudget, path: readonly object[]): unknown {
  if (isError(value)) {
    const names = ['name', 'message', 'stack', ...Object.keys(value), 'cause', 'errors'];
    return Object.assign(copyProperties(value, names, budget, path), { [LOGGED_ERROR]: true });
  }
  if (ArrayBuffer.isView(value)) return `[${value.constructor.name}, ${value.byteLength} bytes]`;
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) return copyItems(value, budget, path);
  const toJson = read(value, 'toJSON');
  const json: unknown = typeof toJson === 'function' ? toJson.call(value) : value;
  return json === value ? copyProperties(value, Object.keys(value), budget, path) : loggable(json, budget, path);
}

function copyItems(items: Iterable<unknown>, budget: LineBudget, path: readonly object[]): unknown[] {
  const copy: unknown[] = [];
  for (const item of items) {
    if (budget.values <= 0) return [...copy, '…'];
    copy.push(loggable(item, budget, path));
  }
  return copy;
}

function copyProperties(value: object, names: string[], budget: LineBudget, path: readonly object[]): LoggedError {
  // Without a prototype, a property called `__proto__` is an ordinary property.
  const copy: LoggedError = Object.create(null);
  for (const name of names) {
    if (name in copy) continue;
    if (budget.values <= 0) {
      copy['…'] = '…';
      break;
    }
    const property = read(value, name);
    if (property !== undefined) copy[logName(name)] = loggable(property, budget, path);
  }
  return copy;
}

function cut(text: string, budget: LineBudget): string {
  const room = Math.min(LONGEST_TEXT, budget.characters);
  budget.characters -= Math.min(room, text.length);
  return text.length <= room ? text : `${text.slice(0, room)}… (${text.length - room} more characters)`;
}
