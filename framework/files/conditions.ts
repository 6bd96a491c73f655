/** The part of a request that conditions and ranges are about. A header that is absent is `''`. */
export interface Conditional {
  readonly method: string;
  header(name: string): string;
}

/** Identifies one state of a file. */
export interface Version {
  /** In quotes. A weak tag, which does not promise the same bytes, starts with `W/`. */
  readonly etag: string;
  readonly lastModified: string;
}

/** The status of the response, and the bytes to send. */
export interface Decision {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly part?: { readonly start: number; readonly length: number };
}

/** Evaluates the conditional headers of a request and its range, in the order of RFC 9110, section 13.2.2. */
export function decide(request: Conditional, size: number, version: Version): Decision {
  if (!meetsPrecondition(request, version)) return { status: 412 };
  if (isUnmodified(request, version)) return { status: 304 };
  const range = parseRange(request.header('range'));
  if (range === undefined || request.method !== 'GET' || !allowsRange(request.header('if-range'), version)) {
    return { status: 200, part: { start: 0, length: size } };
  }
  const start = range.first ?? Math.max(0, size - range.last);
  const end = range.first === undefined ? size : Math.min(size, range.last + 1);
  return start < end ? { status: 206, part: { start, length: end - start } } : { status: 416 };
}

/** `If-Match` and `If-Unmodified-Since`: the client wants this version or none. */
function meetsPrecondition(request: Conditional, version: Version): boolean {
  const tags = request.header('if-match');
  if (tags !== '') return someTag(tags, (tag) => tag === version.etag && !tag.startsWith('W/'));
  return !isNewer(version, request.header('if-unmodified-since'), false);
}

/** `If-None-Match` and `If-Modified-Since`: the client already has this version. */
function isUnmodified(request: Conditional, version: Version): boolean {
  const tags = request.header('if-none-match');
  if (tags !== '') return someTag(tags, (tag) => opaque(tag) === opaque(version.etag));
  return !isNewer(version, request.header('if-modified-since'), true);
}

/** A download continues only with the same bytes: pieces of two versions must never be put together. */
function allowsRange(condition: string, { etag, lastModified }: Version): boolean {
  return condition === '' || (!etag.startsWith('W/') && (condition === etag || condition === lastModified));
}

/**
 * One range of bytes. Without `first`, `last` counts from the end. Undefined for other units, invalid ranges and several
 * ranges at once: the whole file is sent instead, because many small ranges are an old way to exhaust a server.
 */
function parseRange(header: string): { first?: number; last: number } | undefined {
  const [, first, last, suffix] = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i.exec(header) ?? [];
  if (suffix !== undefined) return { last: Number(suffix) };
  if (first === undefined) return undefined;
  const range = { first: Number(first), last: last ? Number(last) : Number.POSITIVE_INFINITY };
  return range.last < range.first ? undefined : range;
}

function someTag(header: string, accepts: (tag: string) => boolean): boolean {
  return header === '*' || header.split(',').some((tag) => accepts(tag.trim()));
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** Whether the file has changed since a date. If the date is missing or invalid, returns `otherwise`. */
function isNewer({ lastModified }: Version, date: string, otherwise: boolean): boolean {
  const time = Date.parse(date);
  return Number.isNaN(time) ? otherwise : Date.parse(lastModified) > time;
}
