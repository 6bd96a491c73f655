import type { IncomingRequest } from '../http/request.ts';
import { maskAll, maskJson, maskNamed, maskText } from './masks.ts';

/** As many parts of an upload as a reader can take in at a glance. */
const maxParts = 20;
/** Parsing a very long body would cost more than it shows. */
const longest = 50_000;

/** What a program has read of a request body. */
export interface SentBody {
  /** What its credentials are looked for in: JSON, or the fields of a form. */
  readonly content: string | Readonly<Record<string, string>>;
  /** What a reader sees of it, masked. */
  readonly shown: () => string;
}

/** A body as what it is: JSON or another text, the fields of a form, the parts of an upload, or so many bytes. */
export function describeBody(request: IncomingRequest, bytes: Buffer): SentBody {
  const type = request.header('content-type');
  const boundary = /^multipart\/.*?;\s*boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) return describeParts(partsIn(bytes, boundary));
  if (request.isForm) {
    const fields = formOf(request, bytes);
    return { content: fields, shown: () => JSON.stringify(maskAll(fields)) };
  }
  if (!isText(type, bytes)) return { content: {}, shown: () => sizeOf(bytes.length, type) };
  const text = bytes.toString();
  return { content: text, shown: () => beginningOf(text, type) };
}

/** The beginning of a body that is JSON or text, masked. */
export function beginningOf(text: string, type = ''): string {
  if (text.length <= longest) return maskJson(text);
  const isJson = /[/+]json/.test(type) || /^\s*[[{"]/.test(text);
  return isJson ? `${text.length} characters of JSON` : maskText(text);
}

interface Part {
  readonly name: string;
  readonly file: string | undefined;
  readonly type: string;
  readonly content: Buffer;
}

function describeParts(parts: readonly Part[]): SentBody {
  const fields = parts.filter(({ file }) => file === undefined);
  return {
    content: Object.fromEntries(fields.map(({ name, content }) => [name, content.toString()])),
    shown: () => parts.slice(0, maxParts).map(describePart).concat(more(parts.length)).join('\n'),
  };
}

function describePart({ name, file, type, content }: Part): string {
  const label = maskText(name, 80);
  if (file === undefined) return `${label} = ${JSON.stringify(maskNamed(name, content.toString()))}`;
  return `${label}: the file ${JSON.stringify(maskText(file, 120))}, ${sizeOf(content.length, type)}`;
}

function more(parts: number): string[] {
  return parts > maxParts ? [`… ${parts - maxParts} more parts`] : [];
}

/** The parts of a `multipart/form-data` body, as far as it is complete. */
function partsIn(bytes: Buffer, boundary: string): Part[] {
  const parts: Part[] = [];
  const line = Buffer.from(`\r\n--${boundary}`);
  let start = bytes.indexOf(line.subarray(2)) + line.length - 2;
  // The last boundary has two more hyphens.
  while (start >= line.length - 2 && bytes.toString('latin1', start, start + 2) === '\r\n') {
    const end = bytes.indexOf(line, start);
    const body = bytes.indexOf('\r\n\r\n', start);
    if (end < 0 || body < 0 || body > end) break;
    const head = bytes.toString('utf8', start, body);
    parts.push({
      name: /^content-disposition:.*?;\s*name="([^"]*)"/im.exec(head)?.[1] ?? '',
      file: /^content-disposition:.*?;\s*filename="([^"]*)"/im.exec(head)?.[1],
      type: /^content-type:\s*([^\r\n;]+)/im.exec(head)?.[1] ?? '',
      content: bytes.subarray(body + 4, end),
    });
    start = end + line.length;
  }
  return parts;
}

function formOf(request: IncomingRequest, bytes: Buffer): Record<string, string> {
  try {
    return request.parse(bytes) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Clients leave the type out, or send JSON under any name, so an unknown type is read as text unless it can't be. */
function isText(type: string, bytes: Buffer): boolean {
  if (/^(text\/|application\/([\w.-]+\+)?(json|xml))/i.test(type)) return true;
  return !/^(image|audio|video|font)\//i.test(type) && !bytes.subarray(0, 1_024).includes(0);
}

function sizeOf(bytes: number, type: string): string {
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}${type === '' ? '' : ` of ${maskText(type, 80)}`}`;
}
