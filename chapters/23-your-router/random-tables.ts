import { randomInt } from 'node:crypto';
import type { Line, Request } from './reference.ts';

const segments = ['a', 'b', 'c'];

/** One to seven routes, no two of which match the same requests. */
export function randomTable(methods: readonly string[], wildcards: boolean): Line[] {
  const shapes = new Map<string, Line>();
  for (let i = randomInt(1, 8); i > 0; i--) {
    const parts = Array.from({ length: randomInt(1, 5) }, (_, index) => (coin() ? pick(segments) : `:p${index}`));
    if (wildcards && randomInt(3) === 0) parts.splice(randomInt(parts.length), parts.length, '*');
    const line = { method: pick(methods), path: `/${parts.join('/')}` };
    shapes.set(`${line.method} ${line.path.replace(/:p\d/g, ':')}`, line);
  }
  return [...shapes.values()];
}

/** Half of them fit a route of the table, the others are anything. */
export function randomRequest(methods: readonly string[], table: readonly Line[]): Request {
  const { path } = pick(table);
  const fitting = path.replace(/:p\d|\*/g, () => pick(segments));
  const anything = `/${Array.from({ length: randomInt(1, 6) }, () => pick([...segments, ''])).join('/')}`;
  return { method: pick(methods), path: (coin() ? fitting : anything) + (randomInt(6) === 0 ? '/' : '') };
}

function coin(): boolean {
  return randomInt(2) === 0;
}

function pick<T>(values: readonly T[]): T {
  return values[randomInt(values.length)]!;
}
