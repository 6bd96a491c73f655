import { Agent, request } from 'node:http';
import { Keepsakes } from '../review/predict/keepsakes.ts';
import { refusalOf, requestsIn } from '../site/curl-command.ts';
import type { SentRequest } from '../workshop/check/failure-parts.ts';

/** What commands other than `curl` do. They resolve to what they print. */
export interface Commands {
  attack(name: string): Promise<string>;
  restart(env: Readonly<Record<string, string>>): Promise<string>;
}

interface Printed {
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const attackLine = /^npm run attack \d\d ([\w-]+)$/;
const chapterLine = /^((?:[A-Z_]+=\S+ )*)npm run chapter \d\d$/;
/** `ID=$(curl -s … | cut -d '"' -f 4)` */
const assignment = /^([A-Z_]+)=\$\((curl .+?)(?: \| cut -d '(.)' -f (\d+))?\)$/;

/** How long a program may take for a response, in milliseconds. The slowest one computes a password hash. */
const patience = 6_000;

/** The second terminal of the texts: sends requests, and remembers the values that later ones use by their names. */
export class Terminal {
  readonly #keepsakes = new Keepsakes();
  readonly #commands: Commands;

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  /** Runs a block of commands, one per line, and resolves to what they print. The text may show what that is, with names for values. */
  async run(block: string, shown = ''): Promise<string> {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const outputs = shown.trim().split('\n');
    const printed: string[] = [];
    for (const [index, line] of lines.entries()) {
      const own = lines.length === 1 ? shown : outputs.length === lines.length ? outputs[index]! : '';
      printed.push(await this.#runLine(line.trim(), own));
    }
    // A response without a body ends with its headers and an empty line.
    const last = printed.length - 1;
    return printed.map((text, index) => (index === last || text.endsWith('\n') ? text : `${text}\n`)).join('');
  }

  /** The program has started again without its data. */
  forget(): void {
    this.#keepsakes.forget();
  }

  async #runLine(line: string, shown: string): Promise<string> {
    const [, attack] = attackLine.exec(line) ?? [];
    if (attack !== undefined) return this.#commands.attack(attack);
    const [, variables] = chapterLine.exec(line) ?? [];
    if (variables !== undefined) {
      const pairs = variables.split(' ').filter(Boolean);
      return this.#commands.restart(
        Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/, 2) as [string, string])),
      );
    }
    const [, name, command, separator, field] = assignment.exec(line) ?? [];
    if (name === undefined) return (await this.#curl(line, shown)).text;
    const { body } = await this.#curl(command!, shown);
    const value = separator === undefined ? body.trim() : (body.split(separator)[Number(field) - 1] ?? '');
    this.#keepsakes.name(name, value);
    return `${name}=${value}`;
  }

  async #curl(line: string, shown: string): Promise<Printed> {
    // A shell leaves single quotes alone.
    const command = line.replace(/'[^']*'|\$([A-Z_]+)/g, (whole, name?: string) => (name ? `<${name}>` : whole));
    const [asked] = requestsIn(command) ?? [];
    if (asked === undefined) throw new Error(refusalOf(command));
    const port = Number(/(?:localhost|127\.0\.0\.1):(\d+)/.exec(command)?.[1] ?? 80);
    const withHead = /\s-[is]*[iI]/.test(command);
    const printed = await send(port, this.#filled(asked), withHead);
    this.#keepsakes.keep(printed.headers, printed.body, shown);
    return printed;
  }

  #filled({ method, path, headers, body }: SentRequest): SentRequest {
    const fill = (text: string) => {
      const filled = this.#keepsakes.fill(text);
      const [unknown] = /<[A-Z_]{2,}>/.exec(filled) ?? [];
      if (unknown !== undefined)
        throw new Error(
          `${unknown} is a value from an earlier response. Send the command that creates it first; after a change of your code again, since the program has started without its data.`,
        );
      return filled;
    };
    const own = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
    return {
      method,
      path: fill(path),
      headers: Object.fromEntries(own),
      ...(body !== undefined && { body: fill(body) }),
    };
  }
}

function send(port: number, { method, path, headers, body }: SentRequest, withHead: boolean): Promise<Printed> {
  // Not closed by the client, as a connection of curl: the response says so.
  const agent = new Agent({ keepAlive: true });
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const own = { Host: `localhost:${port}`, 'User-Agent': 'curl/8.5.0', Accept: '*/*' };
  return new Promise<Printed>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, agent, headers: { ...own, ...headers, ...length } },
      (response) => {
        const lines = [`HTTP/1.1 ${response.statusCode} ${response.statusMessage}`];
        for (let index = 0; index < response.rawHeaders.length; index += 2)
          lines.push(`${response.rawHeaders[index]}: ${response.rawHeaders[index + 1]}`);
        let content = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          content = (content + part).slice(0, 100_000);
        });
        response.once('error', reject).once('end', () => {
          const text = withHead ? `${lines.join('\n')}\n\n${content}` : content;
          const nothing = `(The response has no body, so curl prints nothing. Its status is ${response.statusCode}: curl -i shows it.)`;
          resolve({ text: text || nothing, headers: response.headers, body: content });
        });
      },
    );
    sent.setTimeout(patience, () => sent.destroy(silent()));
    sent.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ECONNREFUSED' ? refused(port) : error));
    sent.end(body);
  }).finally(() => agent.destroy());
}

function silent(): Error {
  return new Error(
    `curl: (28) No response for ${patience / 1000} seconds. Either the event loop is blocked by a loop that never ends, or the handler waits for something that never happens. Your next change starts the program again.`,
  );
}

function refused(port: number): Error {
  return new Error(`curl: (7) Failed to connect to localhost port ${port}. The output shows why no program listens.`);
}
