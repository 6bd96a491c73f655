/** What became of one test. */
export interface Outcome {
  readonly name: string;
  readonly result: 'passed' | 'skipped' | 'failed';
  /** Why it failed or, in Node, why it was skipped. */
  readonly message: string;
}

/** Node, Bun and Deno agree on this format, but neither on the depth of its elements nor on their attributes. */
export function outcomesIn(xml: string): Outcome[] {
  // Attributes may contain a `>`.
  const cases = xml.matchAll(/<testcase\s((?:[^>"]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return [...cases].map(([, attributes = '', content = '']) => {
    // Deno joins the names of nested tests.
    const name = attribute(attributes, 'name').split(' > ').at(-1) ?? '';
    const [, kind, rest = ''] = /<(failure|error|skipped)\b((?:[^>"]|"[^"]*")*)/.exec(content) ?? [];
    const result = kind === undefined ? 'passed' : kind === 'skipped' ? 'skipped' : 'failed';
    return { name, result, message: attribute(rest, 'message').split('\n')[0] ?? '' };
  });
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function attribute(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes) ?? [];
  return value
    .replaceAll('&amp;quot;', '&quot;') // Node 20.11 escapes quotes twice.
    .replace(/&#(x?)([\da-f]+);/gi, (_, hex, digits) => String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, entity) => entities[entity] ?? '');
}
