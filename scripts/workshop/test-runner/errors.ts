import { AssertionError } from 'node:assert';
import { pathToFileURL } from 'node:url';
import { inspect, types } from 'node:util';

const MOST_FRAMES = 8;
const MOST_CAUSES = 4;

/** An error as a person wants to read it: the message with its difference, our own frames, the causes. */
export function describeError(error: unknown, root: string): string {
  return shorten(describeChain(unwrap(error), 0), root);
}

/** node:test wraps whatever a test throws in an error of its own. */
export function unwrap(error: unknown): unknown {
  const wrapper = error as { code?: string; cause?: unknown } | undefined;
  return wrapper?.code === 'ERR_TEST_FAILURE' && wrapper.cause !== undefined ? wrapper.cause : error;
}

function describeChain(error: unknown, depth: number): string {
  if (!types.isNativeError(error)) return typeof error === 'string' ? error : inspect(error);
  const parts = [headline(error), ...ownFrames(error)];
  const causes = error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause];
  if (depth < MOST_CAUSES) {
    for (const cause of causes) parts.push(`caused by: ${describeChain(cause, depth + 1)}`);
  }
  return parts.join('\n');
}

function headline(error: Error): string {
  if (!(error instanceof AssertionError)) return error.message ? `${error.name}: ${error.message}` : error.name;
  return error.generatedMessage ? error.message : `${error.message}${difference(error)}`;
}

/** An assertion with a message of its own hides what was compared, so we let node:assert write its difference again. */
function difference({ actual, expected, operator }: AssertionError): string {
  if (operator !== 'strictEqual' && operator !== 'deepStrictEqual') return '';
  return `\n${new AssertionError({ actual, expected, operator }).message}`;
}

function ownFrames(error: Error): string[] {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames.filter((frame) => !/\bnode:|node_modules|test-runner[\\/]child\.ts/.test(frame)).slice(0, MOST_FRAMES);
}

function shorten(text: string, root: string): string {
  // Stacks name files as URLs or as paths, with the separators of the platform.
  return text
    .replaceAll(`${pathToFileURL(root).href}/`, '')
    .replaceAll(`${root}/`, '')
    .replaceAll(`${root}\\`, '')
    .trimEnd();
}
