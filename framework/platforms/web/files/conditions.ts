import type { IncomingRequest } from '../../../http/request.ts';

/** What tells one state of a file from the next. */
export interface Version {
  /** In quotes; with `W/` in front where it does not promise the same bytes. */
  readonly etag: string;
  readonly lastModified: string;
}

/** How to answer, and which bytes to send. */
export interface Decision {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly part?: { readonly start: number; readonly length: number };
}

/** What the headers of a request ask for: anything new, only a part, or only this version. RFC 9110, 13.2.2. */
export function decide(request: IncomingRequest, size: number, version: Version): Decision {
  if (!isWanted(request, version)) return { status: 412 };
  if (isKnown(request, version)) return { status: 304 };
  const range = parseRange(request.header('range'));
  if (range === undefined || request.method !== 'GET' || !continues(request.header('if-range'), version)) {
    return { status: 200, part: { start: 0, length: size } };
  }
  const start = range.first ?? Math.max(0, size - range.last);
  const end = range.first === undefined ? size : Math.min(size, range.last + 1);
  return start < end ? { status: 206, part: { start, length: end - start } } : { status: 416 };
}

function isWanted(request: IncomingRequest, version: Version): boolean {
  const tags = request.header('if-match');
  if (tags !== '') return lists(tags, (tag) => tag === version.etag && !tag.startsWith('W/'));
  return !isNewer(version, request.header('if-unmodified-since'), false);
}

function isKnown(request: IncomingRequest, version: Version): boolean {
  const tags = request.header('if-none-match');
  if (tags !== '') return lists(tags, (tag) => opaque(tag) === opaque(version.etag));
  return !isNewer(version, request.header('if-modified-since'), true);
}

/** A download goes on only with the same bytes: pieces of two versions must never be put together. */
function continues(condition: string, { etag, lastModified }: Version): boolean {
  return condition === '' || (!etag.startsWith('W/') && (condition === etag || condition === lastModified));
}

/**
 * One range of bytes; without a first one, `last` counts from the end. Undefined, so that all of it is sent, for other
 * units, for what makes no sense, and for several ranges at once, which are an old way to make a server work hard.
 */
function parseRange(header: string): { first?: number; last: number } | undefined {
  const [, first, last, suffix] = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i.exec(header) ?? [];
  if (suffix !== undefined) return { last: Number(suffix) };
  if (first === undefined) return undefined;
  const range = { first: Number(first), last: last ? Number(last) : Number.POSITIVE_INFINITY };
  return range.last < range.first ? undefined : range;
}

function lists(header: string, accepts: (tag: string) => boolean): boolean {
  return header === '*' || header.split(',').some((tag) => accepts(tag.trim()));
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** Absent dates, and such that cannot be read, decide nothing: then it is as the caller says. */
function isNewer({ lastModified }: Version, date: string, otherwise: boolean): boolean {
  const time = Date.parse(date);
  return Number.isNaN(time) ? otherwise : Date.parse(lastModified) > time;
}
