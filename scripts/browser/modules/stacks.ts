import { entryAt } from '../machine/files.ts';
import { type Compiled, originOf, type Position } from './compiled.ts';

interface Script {
  readonly file: string;
  readonly text: string;
  readonly compiled: Compiled;
  /** How many lines are in front of the compiled code. */
  readonly lines: number;
  /** Imports, which have got other lengths. */
  readonly edits: readonly { readonly start: number; readonly end: number; readonly address: string }[];
}

const scripts = new Map<string, Script>();

/** Keeps what a stack needs to name the places of a script. */
export function remember(address: string, script: Script): void {
  scripts.set(address, script);
}

export function sourceLine(file: string, line: number): string {
  const entry = entryAt(file);
  return entry === undefined ? '' : (new TextDecoder().decode(entry.bytes).split('\n')[line - 1] ?? '');
}

/** The place in the source; undefined for code of ours. */
function sourcePlace(address: string, { line, column }: Position): (Position & { file: string }) | undefined {
  const script = scripts.get(address);
  const origin = script && originOf(script.compiled, { line: line - script.lines, column });
  return origin && { file: script.file, ...origin };
}

/** Which part of a script of ours comes from which file: see `filesOf` in `build.ts`. */
interface OwnFiles {
  readonly names: readonly string[];
  /** Where they begin, each as the difference to the one before it. */
  readonly parts: readonly (readonly [lines: number, columns: number, files: number])[];
}

/** The file of a place in a script of ours. Learners know the framework and the workshop; the stand-ins are Node to them. */
function ownFile(address: string | null, { line, column }: Position): string {
  const own = (globalThis as unknown as { $files: Readonly<Record<string, OwnFiles>> }).$files[address ?? ''];
  // The compiler's.
  if (own === undefined) return 'file:///trellis/node_modules/';
  // The script begins with a line for the table.
  const [at, from] = [line - 2, column - 1];
  let [partLine, partColumn, file] = [0, 0, 0];
  for (const [lines, columns, files] of own.parts) {
    partLine += lines;
    partColumn += columns;
    if (partLine > at || (partLine === at && partColumn > from)) break;
    file += files;
  }
  const name = own.names[file];
  return name ? `file:///trellis/${name}` : 'node:internal';
}

interface Frame {
  getFileName(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

/** The file, line and column where an error was thrown, if that was in a program. */
const thrown = new WeakMap<Error, Position & { file: string }>();

/** With this, `error.stack` names files and lines of the source, in Chromium. Other browsers show their own. */
export function installStacks(): void {
  const places = (error: Error, frames: Frame[]) => {
    const lines = frames.map((frame, index) => {
      const text = String(frame);
      const address = frame.getFileName();
      const position = { line: frame.getLineNumber() ?? 0, column: frame.getColumnNumber() ?? 0 };
      const place = address?.startsWith('blob:') ? sourcePlace(address, position) : undefined;
      if (place === undefined) return `    at ${text.replace(/(blob|https?):[^()]*/, ownFile(address, position))}`;
      if (index === 0) thrown.set(error, place);
      const shown = `file://${place.file}:${place.line}:${place.column}`;
      return `    at ${text.replace(/(blob:[^()\s]*)/, shown)}`;
    });
    return [errorText(error), ...lines].join('\n');
  };
  Object.assign(Error, { prepareStackTrace: places, stackTraceLimit: 20 });
}

function errorText(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

/** The lines that Node prints in front of an uncaught error. */
export function placeOfError(error: Error): string {
  // The place is known once the stack has been made.
  void error.stack;
  const place = thrown.get(error);
  if (place === undefined) return '';
  const { file, line, column } = place;
  return `file://${file}:${line}\n${sourceLine(file, line)}\n${' '.repeat(column - 1)}^\n\n`;
}
