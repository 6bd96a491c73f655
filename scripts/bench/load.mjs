import { once } from 'node:events';
import { connect } from 'node:net';

export const CONNECTIONS = 64;

/**
 * Sends one request over and over, on connections that wait for each answer before they ask again. Written for this
 * benchmark because its slices are short: servers that take turns of a tenth of a second meet the same weather.
 */
export class Load {
  #request;
  #status;
  #sockets = [];
  #idle = [];
  #isRunning = false;
  #answered = 0;
  #error;
  /** All answers to one request are of one size: only the first one has to be taken apart. */
  #size = 0;

  static async open(url, work) {
    const load = new Load();
    load.#request = requestOf(work);
    load.#status = `HTTP/1.1 ${work.status} `;
    for (let i = 0; i < CONNECTIONS; i++) load.#sockets.push(await load.#connect(new URL(url)));
    load.#idle = [...load.#sockets];
    return load;
  }

  /** Runs for a while, lets the last answers come in, and gives their number. */
  async run(milliseconds) {
    const before = this.#answered;
    this.#isRunning = true;
    for (const socket of this.#idle.splice(0)) socket.write(this.#request);
    await passed(milliseconds);
    this.#isRunning = false;
    const deadline = Date.now() + 5_000;
    while (this.#idle.length < CONNECTIONS && this.#error === undefined) {
      if (Date.now() > deadline) throw new Error('An answer did not come within 5 seconds.');
      await passed(1);
    }
    if (this.#error !== undefined) throw this.#error;
    return this.#answered - before;
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #connect({ hostname, port }) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.setNoDelay(true);
    let received = 0;
    socket.on('data', (bytes) => {
      if (received === 0) this.#look(bytes);
      received += bytes.length;
      if (received < this.#size) return;
      received = 0;
      this.#answered++;
      if (this.#isRunning) socket.write(this.#request);
      else this.#idle.push(socket);
    });
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed a connection.')));
    return socket;
  }

  /** At the beginning of every answer: a server that fails must not be called fast. */
  #look(bytes) {
    const text = bytes.toString('latin1');
    if (!text.startsWith(this.#status)) this.#fail(new Error(`A response other than ${this.#status}:\n${text}`));
    if (this.#size === 0) this.#size = sizeOf(text);
  }

  #fail(error) {
    this.#error ??= error;
  }
}

function requestOf({ path, method = 'GET', headers = {}, body = '' }) {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
}

/** Answers are a few hundred bytes, so the first one comes in one piece. */
function sizeOf(answer) {
  const head = answer.indexOf('\r\n\r\n') + 4;
  const length = /^content-length: (\d+)/im.exec(answer);
  if (length !== null) return head + Number(length[1]);
  const end = answer.indexOf('\r\n0\r\n\r\n', head - 2);
  if (!/^transfer-encoding: chunked/im.test(answer) || end < 0)
    throw new Error(`An answer without a length:\n${answer}`);
  return end + 7;
}

function passed(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
