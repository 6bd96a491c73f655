import { printable } from '../../services/printable.ts';

/**
 * Renders the value that a command returned. For people: strings as they are, arrays of objects as tables, objects as
 * lines of `key: value`. For programs: one line of JSON, or a plain string, which can be written to a file.
 */
export function render(value: unknown, forPeople: boolean): string {
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value);
  if (json === undefined) {
    const advice = typeof value === 'function' ? ' Did you forget to call it?' : '';
    throw new TypeError(`The command returned a ${typeof value}, which cannot be printed.${advice}`);
  }
  // People see the same data as programs: dates as strings, and nothing that a `toJSON` leaves out.
  return forPeople ? block(JSON.parse(json)) : json;
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function block(value: Json): string {
  if (Array.isArray(value)) return list(value);
  return isObject(value) ? lines(value) : cell(value);
}

function list(values: Json[]): string {
  if (values.length === 0) return '(none)';
  return values.every(isObject) ? table(values) : values.map(cell).join('\n');
}

/** One column for each key, in the order in which the keys first occur. */
function table(objects: Record<string, Json>[]): string {
  const keys = [...new Set(objects.flatMap(Object.keys))];
  const rows = [keys.map(printable), ...objects.map((entry) => keys.map((key) => cell(entry[key] ?? null)))];
  const widths = keys.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]!))));
  return rows
    .map((row) =>
      row
        .map((text, column) => pad(text, widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function lines(value: Record<string, Json>): string {
  const entries = Object.entries(value);
  if (entries.length === 0) return '(none)';
  const width = Math.max(...entries.map(([key]) => widthOf(printable(key)))) + 1;
  return entries.map(([key, inner]) => line(`${printable(key)}:`, inner, width)).join('\n');
}

/** Nested objects and tables go below their key, indented. */
function line(key: string, value: Json, width: number): string {
  const isNested = isObject(value) || (Array.isArray(value) && value.some((entry) => typeof entry === 'object'));
  if (isNested) return `${key}\n${block(value).replace(/^/gm, '  ')}`;
  const text =
    typeof value === 'string'
      ? value
          .split(/\r?\n/)
          .map(printable)
          .join(`\n${' '.repeat(width + 1)}`)
      : cell(value);
  return `${pad(key, width)} ${text}`.trimEnd();
}

function cell(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.map(cell).join(', ');
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

const wide = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

/** How many columns a terminal uses: East Asian characters and emoji take two, combining accents none. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}|\u200d/u.test(character)) continue;
    width += wide.test(character) ? 2 : 1;
  }
  return width;
}
