import type { Program } from '../run/program.ts';
import { crashOutput } from '../run/startup-cause.ts';
import { CheckFailure, curlOf, type SentRequest } from './failure.ts';

/** Explains why a request got no response: the program is too slow, it crashed, or it closed the connection. */
export async function whyNoResponse(
  program: Program,
  request: SentRequest,
  error: Error,
  signal: AbortSignal,
): Promise<Error> {
  if (error instanceof CheckFailure) return error;
  const curl = curlOf(request);
  if (signal.aborted) {
    const cause =
      'a promise that never settles: a middleware that does not return next(), an await on something that never happens.';
    return new CheckFailure({ problem: 'No answer came before the deadline.', request, curl, cause });
  }
  // The connection broke. The process may still be ending: wait for that, or for a sign of life.
  await Promise.race([program.exited(), probe(program)]);
  if (program.hasExited) {
    const cause =
      'an error outside of a handler, or in a promise that nobody awaits. Nothing catches those, so Node ends the program.';
    return new CheckFailure({
      problem: 'The program crashed.',
      request,
      curl,
      output: crashOutput(program.output),
      cause,
    });
  }
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return new CheckFailure({ problem: 'The connection broke.', request, curl, cause });
}

/** Settles when a new connection gets a response, or when it is refused and the process has ended. */
async function probe(program: Program): Promise<void> {
  const { url } = await program.listening();
  await fetch(url.replace('localhost', '127.0.0.1')).catch(() => program.exited());
}
