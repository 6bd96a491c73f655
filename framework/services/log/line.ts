import { printable } from '../printable.ts';
import { isLoggedError, type LoggedError } from './loggable.ts';

/** One event. Its values are safe copies. A Map keeps the order of its fields, even if one is called `0`. */
export interface LogLine {
  time: Date;
  level: string;
  message: string;
  fields: Map<string, unknown>;
}

/** For programs: one JSON object per line. */
export function jsonLine({ time, level, message, fields }: LogLine): string {
  let json = `{"time":"${time.toISOString()}","level":"${level}","message":${JSON.stringify(message)}`;
  for (const [name, value] of fields) json += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return `${printable(json)}}\n`;
}

/**
 * For people: `12:30:05 warn  login failed email=ada@example.com tries=3`, followed by errors and their stacks, indented.
 * A line that starts in the first column is always a log entry, never part of a value.
 */
export function textLine({ time, level, message, fields }: LogLine, colors: boolean): string {
  let line = `${paint(time.toTimeString().slice(0, 8), DIM, colors)} ${paint(level.padEnd(5), COLOR[level], colors)} `;
  line += printable(message);
  let below = '';
  for (const [name, value] of fields) {
    if (isLoggedError(value)) below += errorLines(word(name), value, colors);
    else line += ` ${paint(`${word(name)}=`, DIM, colors)}${word(value)}`;
  }
  return `${line}\n${below}`;
}

function errorLines(label: string, error: LoggedError, colors: boolean): string {
  const { name, message, stack, cause, ...details } = error;
  const errors: unknown[] = Array.isArray(details.errors) ? details.errors : [];
  if (errors.length > 0) delete details.errors;
  const extra = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : '';
  let lines = `  ${paint(`${label}:`, COLOR.error, colors)} ${printable(`${plain(name)}: ${plain(message)}${extra}`)}\n`;
  for (const frame of frames(plain(stack), plain(message))) lines += `    ${paint(printable(frame), DIM, colors)}\n`;
  for (const [i, inner] of errors.entries()) lines += innerLines(`errors[${i}]`, inner, colors);
  return cause === undefined ? lines : lines + innerLines('cause', cause, colors);
}

/** A cause can be any value, because any value can be thrown. */
function innerLines(label: string, inner: unknown, colors: boolean): string {
  if (isLoggedError(inner)) return errorLines(label, inner, colors);
  return `  ${paint(`${label}:`, COLOR.error, colors)} ${word(inner)}\n`;
}

/** The stack starts with the message, which may itself have several lines. */
function frames(stack: string, message: string): string[] {
  const start = stack.indexOf(message);
  const [, ...lines] = (start < 0 ? stack : stack.slice(start + message.length)).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

/** A string with a space, a `=` or other special characters is quoted, so that it can't look like another field. */
function word(value: unknown): string {
  return typeof value === 'string' && /^[\p{L}\p{N}_.:/@+-]+$/u.test(value) ? value : printable(JSON.stringify(value));
}

const DIM = 2;
const COLOR: Record<string, number> = { debug: 35, info: 32, warn: 33, error: 31 };

function paint(text: string, color: number | undefined, colors: boolean): string {
  return colors ? `\x1b[${color}m${text}\x1b[0m` : text;
}
