import { setTimeout as delay } from 'node:timers/promises';
import type { Program } from '../run/program.ts';
import { crashOutput } from '../run/startup-cause.ts';
import { CheckFailure } from './failure.ts';
import type { SentRequest } from './failure-parts.ts';

/** The program does other work, but this request is still waiting. */
export function unsettled(request: SentRequest, curl: string, deadline: number): CheckFailure {
  return new CheckFailure({
    problem: `No response within ${deadline / 1000} seconds.`,
    request,
    curl,
    cause:
      'a promise that never settles: a middleware that does not return next(), an await on something that never happens.',
  });
}

/** The program does nothing else either. */
export function blocked(request: SentRequest, curl: string): CheckFailure {
  return new CheckFailure({
    problem: 'No response, because the event loop is blocked.',
    request,
    curl,
    cause:
      'a loop that never ends, such as a `while` whose condition stays true, in the code that handles this request. While it runs, the program handles no other request either, so the remaining checks did not run.',
  });
}

function ended(program: Program, request: SentRequest, curl: string): CheckFailure {
  if (program.hasEndedItself)
    return new CheckFailure({
      problem: 'The program ended during this request.',
      request,
      curl,
      cause: 'something calls process.exit(), which ends the whole server. Return a response, or throw an error.',
    });
  if (program.signal !== null)
    return new CheckFailure({
      problem: `The program was ended during this request, by the signal ${program.signal}.`,
      request,
      curl,
      cause:
        'your code sent its own process a signal with process.kill(), or something else did: the system does when it runs out of memory.',
    });
  const cause =
    'an error outside of a handler, or in a promise that nobody awaits. Nothing catches those, so Node ends the program.';
  const output = crashOutput(program.output);
  return new CheckFailure({ problem: 'The program crashed.', request, curl, output, cause });
}

/** The connection broke: because the program crashed, or because it closed the connection. */
export async function whyItBroke(
  program: Program,
  request: SentRequest,
  curl: string,
  error: Error,
): Promise<CheckFailure> {
  // The process may still be ending: wait for that, or for a sign of life.
  const { url } = await program.listening();
  const isReachable = await Promise.race([program.exited().then(() => true), probe(program, url)]);
  if (program.hasExited) return ended(program, request, curl);
  if (!isReachable)
    return new CheckFailure({
      problem: `Nothing listens on ${url}, the address that the program has reported.`,
      request,
      curl,
      cause: [
        'the program is running, but it listens on a port other than the one in its address.',
        'this machine does not allow connections to 127.0.0.1: a firewall, or a container without a loopback interface.',
      ],
    });
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return new CheckFailure({ problem: 'The connection broke.', request, curl, cause });
}

/** Whether a new connection gets a response. A refused one may also mean that the process is ending, which takes a moment. */
async function probe(program: Program, url: string): Promise<boolean> {
  try {
    await fetch(url.replace('localhost', '127.0.0.1'));
    return true;
  } catch {
    await Promise.race([program.exited(), delay(2_000, undefined, { ref: false })]);
    return program.hasExited;
  }
}
