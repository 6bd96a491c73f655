import { randomUUID } from 'node:crypto';
import type { SentRequest } from '../../workshop/check/failure-parts.ts';
import { Program } from '../../workshop/run/program.ts';
import { sendRequest, sentHeader } from '../../workshop/send-request.ts';
import type { TraceEvent } from '../../workshop/xray/trace-event.ts';
import { Keepsakes } from './keepsakes.ts';

/** A program that is started for the questions of its chapter, and the trace of each request. */
export class AskedProgram {
  readonly #keepsakes = new Keepsakes();
  readonly #program: Program;

  constructor(src: string) {
    const env = {
      PORT: '0',
      TRELLIS_TRACE: '1',
      JWT_SECRET: 'a secret for the questions of the site',
      BCRYPT_COST: '4',
      DATABASE_URL: 'memory:',
    };
    this.#program = new Program({ src, env });
  }

  async trace({ method, path, headers, body }: SentRequest): Promise<TraceEvent> {
    const { url } = await this.#program.listening();
    const mark = randomUUID();
    const traced = this.#program.nextTrace((trace) => trace.request.headers[sentHeader] === mark);
    // If the request fails, that is the reason to report.
    traced.catch(() => {});
    const filled = Object.entries(headers).map(([name, value]) => [name, this.#keepsakes.fill(value)]);
    const response = await sendRequest(Number(new URL(url).port), {
      method,
      path: this.#keepsakes.fill(path),
      headers: { ...Object.fromEntries(filled), [sentHeader]: mark },
      ...(body === undefined ? {} : { body: this.#keepsakes.fill(body) }),
    });
    this.#keepsakes.keep(response.headers, response.body);
    return traced;
  }

  async end(): Promise<void> {
    await this.#program.kill();
  }
}
