import type { SentRequest } from './failure-parts.ts';

/** The parts of a response that tell one mistake from another. */
export interface ReceivedResponse {
  readonly request: SentRequest;
  readonly code: number;
  readonly headers: Headers;
  readonly content: string;
}

/**
 * The cause of a failure, if the response alone reveals it. Otherwise undefined: then the check knows better.
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
    return `your code threw: ${/[.!?]$/.test(thrown) ? thrown : `${thrown}.`} The terminal of npm run chapter shows where.`;
  const isNoRoute = content === '{"error":"Not Found"}' || (expectsPage && content.includes('Not Found'));
  if (code === 404 && isNoRoute && expectedStatus !== 404) {
    const allowed = headers.get('allow');
    if (allowed)
      return `a route matches the path, but only for ${written(allowed)}. Compare its method with that of the request.`;
    const path = request.path.split('?')[0];
    return `no route matches ${request.method} ${path}. Compare the method and the path of your route with it, character by character.`;
  }
  if (log.includes('got its response before its bind() had finished')) {
    return 'the response was sent before ctx.bind() had finished. Is a `return` missing before next(), or an `await` before bind?';
  }
  if (code === 204 && expectedStatus !== 204 && (expectedStatus ?? 200) < 300)
    return 'nothing came back. Is a `return` missing in the handler, or is the returned value undefined? With a middleware: is it missing before next()?';
  if (!expectsPage && type.startsWith('text/html'))
    return 'the response is HTML, not JSON. Does another program use this port, or does the app use another platform?';
  if (content === '{}' && type.startsWith('application/json')) {
    return 'a promise, a Map or a Set becomes {} in JSON. Is an `await` missing?';
  }
  return undefined;
}

/** Without HEAD and OPTIONS, which the framework adds by itself. */
function written(allowed: string): string {
  const methods = allowed.split(', ').filter((method) => method !== 'OPTIONS' && method !== 'HEAD');
  return methods.join(', ') || allowed;
}

interface LogLine {
  level?: string;
  message?: string;
  error?: { message?: string };
}

/** The message of the last error that the program logged. Logs are JSON lines, since nobody sits at its terminal. */
export function lastError(log: string): string | undefined {
  for (const line of log.trimEnd().split('\n').reverse()) {
    try {
      const { level, message, error } = JSON.parse(line) as LogLine;
      if (level !== 'error') continue;
      // JavaScript throws any value, even undefined, which the log leaves out.
      const isThrown = message?.endsWith(' failed') && typeof error !== 'object';
      return isThrown ? `${error}, which is not an Error` : error?.message;
    } catch {
      // Not a log line: the program prints what it likes.
    }
  }
  return undefined;
}
