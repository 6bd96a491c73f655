import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { bodyLimit, type Context, type Controller, HttpError, module, type Route } from 'trellis';

/** How many bytes an upload may have after its decompression. */
const largest = 10_000_000;

/** How many characters a line may have. */
const longest = 10_000;

/** Takes what sensors have measured: a line of JSON for each reading, usually compressed. */
export class ReadingsController implements Controller {
  routes(): Route[] {
    return [{ method: 'POST', path: '/readings', middlewares: [bodyLimit(5_000_000)], handler: this.add }];
  }

  async add(ctx: Context) {
    const highest: Record<string, number> = Object.create(null);
    let count = 0;
    for await (const lines of linesOf(contentOf(ctx))) {
      for (const line of lines) {
        const { sensor, value } = readingOf(line, ++count);
        highest[sensor] = Math.max(value, highest[sensor] ?? value);
      }
    }
    return ctx.status(201).json({ count, highest });
  }
}

/** The body, without its compression. */
function contentOf(ctx: Context): Readable {
  const coding = ctx.header('content-encoding').toLowerCase();
  if (coding === '') return ctx.request.stream();
  if (coding !== 'gzip') throw new HttpError(415, 'Compress the body with gzip, or not at all');
  // The callback has nothing to do: every error also reaches the reader of the last stream.
  return pipeline(ctx.request.stream(), createGunzip(), () => {});
}

/** Several lines at a time, without their ends. */
async function* linesOf(content: Readable): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let size = 0;
  let rest = '';
  try {
    for await (const chunk of content) {
      size += chunk.length;
      if (size > largest) throw new HttpError(413, 'Send fewer readings at a time');
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      if (lines.some((line) => line.length > longest)) throw new HttpError(413, 'A line is too long');
      rest = lines.pop()!;
      yield lines;
    }
  } catch (error) {
    // A code of zlib: the body isn't gzip, or a part of it is missing.
    if (String((error as { code?: string }).code).startsWith('Z_'))
      throw new HttpError(400, 'The gzip data is damaged');
    throw error;
  }
  if (rest !== '') yield [rest];
}

function readingOf(line: string, number: number): { sensor: string; value: number } {
  try {
    const { sensor, value } = JSON.parse(line);
    if (typeof sensor === 'string' && typeof value === 'number') return { sensor, value };
  } catch {}
  throw new HttpError(422, `Line ${number} is not a reading`);
}

export const ReadingsModule = module('ReadingsModule', { declarations: [ReadingsController] });
