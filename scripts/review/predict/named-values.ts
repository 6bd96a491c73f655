import type { IncomingHttpHeaders } from 'node:http';

type Named = [name: string, value: string];

/**
 * The values in a response that have a name in the text: with `{"id":"<SOUP>",…}` in the text, `SOUP` is the id. The place in the
 * JSON counts, and not the order of the fields, which is up to the program.
 */
export function namedIn(printed: string, headers: IncomingHttpHeaders, body: string): Named[] {
  const inHeaders = [...printed.matchAll(/^([\w-]+): (.*<[A-Z_]+>.*)$/gm)].flatMap(([, name = '', pattern = '']) =>
    [headers[name.toLowerCase()] ?? []].flat().flatMap((value) => namedInText(pattern, value)),
  );
  const start = printed.search(/^[{[]/m);
  const template = start < 0 ? undefined : parsed(withoutGaps(printed.slice(start)));
  return [...inHeaders, ...namedInValue(template, parsed(body))];
}

/** `{"id":"<ID>",…}` as JSON: without the dots, and without the commas that are left over. */
function withoutGaps(text: string): string {
  return text
    .replaceAll('…', '')
    .replace(/,(\s*,)+/g, ',')
    .replace(/,(?=\s*[}\]])/g, '')
    .replace(/([{[])\s*,/g, '$1');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function namedInValue(template: unknown, value: unknown): Named[] {
  if (typeof template === 'string') return typeof value === 'string' ? namedInText(template, value) : [];
  if (typeof template !== 'object' || template === null || typeof value !== 'object' || value === null) return [];
  return Object.entries(template).flatMap(([key, inner]) =>
    Object.hasOwn(value, key) ? namedInValue(inner, (value as Record<string, unknown>)[key]) : [],
  );
}

/** `session_id=<PHONE>; Path=/` names what is between the rest. */
function namedInText(template: string, value: string): Named[] {
  const [before, name, after] = template.split(/<([A-Z_]+)>/);
  if (before === undefined || name === undefined || !value.startsWith(before)) return [];
  // What follows may be in another order, as the attributes of a cookie are.
  const end = after ? value.indexOf(after.slice(0, 1), before.length) : value.length;
  const found = value.slice(before.length, end < 0 ? value.length : end);
  return found === '' ? [] : [[name, found]];
}
