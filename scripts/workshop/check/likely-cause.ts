import type { SentRequest } from './failure.ts';

/** The parts of a response that tell one mistake from another. */
export interface ReceivedResponse {
  readonly request: SentRequest;
  readonly code: number;
  readonly headers: Headers;
  readonly content: string;
}

/**
 * The mistakes behind most failures can be told from the answer alone. Undefined where they cannot: then the check's
 * own explanation is the better one.
 */
export function likelyCause(
  response: ReceivedResponse,
  expectedStatus: number | undefined,
  log: string,
  expectsPage = false,
): string | undefined {
  const { code, content, headers, request } = response;
  const type = headers.get('content-type') ?? '';
  const thrown = code === 500 && expectedStatus !== 500 ? lastError(log) : undefined;
  if (thrown !== undefined)
    return `the handler threw: ${thrown.replace(/\.$/, '')}. The terminal of npm run chapter shows where.`;
  const isNoRoute = content === '{"error":"Not Found"}' || (expectsPage && content.includes('Not Found'));
  if (code === 404 && isNoRoute && expectedStatus !== 404) {
    const allowed = headers.get('allow');
    if (allowed)
      return `the path is known, but only for ${written(allowed)}. Compare the route's method with the request's.`;
    const path = request.path.split('?')[0];
    return `no route matches ${request.method} ${path}. Compare method and path with your route, letter by letter.`;
  }
  if (log.includes('was answered before its bind() had finished')) {
    return 'the answer went out before ctx.bind() was done. Is a `return` missing in front of next(), or an `await` in front of bind?';
  }
  if (code === 204 && expectedStatus !== 204)
    return 'nothing came back. Is a `return` missing in the handler, or is the returned value undefined? With a middleware: is it missing before next()?';
  if (!expectsPage && type.startsWith('text/html'))
    return 'this is HTML, not JSON. Did another program answer, or another platform?';
  if (content === '{}' && type.startsWith('application/json')) {
    return 'an empty object is what JSON makes of a promise (is an `await` missing?) and of a Map or a Set.';
  }
  return undefined;
}

/** Without the methods that nobody wrote a route for: they come with the others. */
function written(allowed: string): string {
  const methods = allowed.split(', ').filter((method) => method !== 'OPTIONS' && method !== 'HEAD');
  return methods.join(', ') || allowed;
}

/** The message of the last error that the program logged. Logs are JSON lines, since nobody sits at its terminal. */
export function lastError(log: string): string | undefined {
  for (const line of log.trimEnd().split('\n').reverse()) {
    try {
      const entry = JSON.parse(line) as { level?: string; error?: { message?: string } };
      if (entry.level === 'error') return entry.error?.message;
    } catch {
      // Not a log line: the program prints what it likes.
    }
  }
  return undefined;
}
