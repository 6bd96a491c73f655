import { once } from 'node:events';
import { RawConnection } from '../../framework/fixtures/raw-connection.ts';

/** A route of a recipe, with a value for each of its parameters. */
export interface Place {
  readonly url: string;
  readonly method: string;
  /** As it is declared, for example `/events/:id`. */
  readonly pattern: string;
}

/** What a hostile client got back, if it waited for a response. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a hostile client does to a route. */
export type Misbehaviour = (place: Place) => Promise<Reply | undefined>;

const json = 'Content-Type: application/json';
const form = 'Content-Type: application/x-www-form-urlencoded';
const multipart = 'Content-Type: multipart/form-data; boundary=b';
const part = '--b\r\ncontent-disposition: form-data; name="__proto__"; filename="../../a\u0000.html"\r\n\r\n';
const MB = 1_000_000;

/** Sends a request and waits for its response. */
function sends(headers: string[], body: string | Uint8Array = '', value = 'x', query = ''): Misbehaviour {
  return async (place) => {
    const connection = await RawConnection.open(place.url);
    try {
      const length = body.length > 0 ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
      connection.request(`${place.method} ${target(place, value)}${query}`, [...headers, ...length], body);
      return await reply(connection, place.method);
    } finally {
      connection.destroy();
    }
  };
}

/** Sends a part of a request and resets the connection, without waiting for anything. */
function resets(bytes: (line: string) => string): Misbehaviour {
  return async (place) => {
    const connection = await RawConnection.open(place.url);
    const { socket } = connection;
    await new Promise((written) =>
      socket.write(bytes(`${place.method} ${target(place)} HTTP/1.1\r\nHost: x\r\n`), written),
    );
    socket.resetAndDestroy();
    await connection.closed;
    return undefined;
  };
}

function target({ pattern }: Place, value = 'x'): string {
  return pattern.replace(/:[\w-]+|\*/g, value);
}

async function reply(connection: RawConnection, method: string): Promise<Reply> {
  for (;;) {
    const answer = await connection.read(method);
    if (answer.status !== 100) return answer;
  }
}

const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":{"__proto__":[]}}';
const many = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n));
const injection = '%0d%0aX-Injected:%201%0d%0a%0d%0a';

/** Each of them gets a response. */
const answered: Record<string, Misbehaviour> = {
  'malformed JSON': sends([json], '{"name": '),
  'JSON that is not an object': sends([json], 'null'),
  'invalid UTF-8': sends([json], new Uint8Array([0x22, 0xff, 0xfe, 0x22])),
  'a lone surrogate': sends([json], '{"name":"\\ud800","title":"\\udfff","email":"\\ud800@x.de"}'),
  'keys of the prototype in JSON': sends([json], polluting),
  'keys of the prototype in a form': sends([form], '__proto__[polluted]=1&constructor.prototype.polluted=1&name=x'),
  'keys of the prototype in a query': sends([], '', 'x', '?__proto__[polluted]=1&__proto__.polluted=1&constructor=1'),
  'keys of the prototype as parameters': sends([], '', '__proto__'),
  'a hundred thousand brackets': sends([json], '['.repeat(100_000)),
  'huge numbers': sends([json], `{"seats":1e999,"price":-1e-999,"page":${'9'.repeat(400)}}`),
  'a form without a boundary': sends(['Content-Type: multipart/form-data'], 'x'),
  'a form that is cut off': sends([multipart], part),
  'ten thousand parts': sends(
    [multipart],
    `${many(10_000, (n) => `--b\r\ncontent-disposition: form-data; name="${n}"\r\n\r\n\r\n`).join('')}--b--`,
  ),
  'more than a thousand query parameters': sends([], '', 'x', `?${many(1_500, (n) => `a=${n}`).join('&')}`),
  'ten thousand fields': sends([form], many(10_000, (n) => `a${n}=1`).join('&')),
  'a thousand headers': sends(many(1_000, (n) => `h${n}: 1`)),
  'ten thousand headers': sends(many(10_000, (n) => `h${n}: 1`)),
  'a thousand cookies': sends([`Cookie: ${many(1_000, (n) => `c${n}=1`).join('; ')}; session=${'x'.repeat(1_000)}`]),
  'malformed cookies': sends(['Cookie: session=%zz; =; ;;; __proto__=1; last="a\tb; visits=1e999']),
  'line breaks in parameters': sends(
    [],
    '',
    `x${injection}`,
    `?name=${injection}&state=${injection}&after=${injection}`,
  ),
  'line breaks in a form': sends([form], `name=${injection}&password=${injection}&title=${injection}`),
  'line breaks in a cookie': sends([`Cookie: session=${injection}; last=${injection}`]),
  'characters outside of ASCII in headers': sends([
    'Accept-Language: \u00ff\u0080',
    'X-Member: \u00ff',
    'X-Request-Id: \u00ff',
  ]),
  'malformed percent-encoding': sends([], '', '%zz%'),
  'a zero byte': sends([], '', 'a%00b', '?name=%00&page=%00'),
  'a path out of the folder': sends([], '', '..%2f..%2f..%2fpackage.json'),
  'an encoded path out of the folder': sends([], '', '%2e%2e/%2e%2e/%2e%2e/package.json'),
  'a backslash path out of the folder': sends([], '', '..%5c..%5c..%5cpackage.json'),
  'a very long parameter': sends([], '', 'x'.repeat(10_000)),
  'a forged address': sends([
    `X-Forwarded-For: ${'1.2.3.4, '.repeat(500)}`,
    'X-Forwarded-Host: evil.example',
    'Forwarded: for=_',
  ]),
  'a foreign host and origin': sends([
    'Origin: https://evil.example',
    'Referer: https://evil.example',
    'Sec-Fetch-Site: none',
  ]),
  'a request for the head only': (place) => sends([])({ ...place, method: 'HEAD' }),
  'a strange position in a stream': sends(
    ['Last-Event-ID: 99999999999999999999', 'Range: bytes=9-1,-0,0-', 'If-Range: x'],
    '',
    'x',
    '?after=-1',
  ),
  'strange conditions': sends([
    `If-None-Match: ${'W/"x", '.repeat(1_000)}`,
    'If-Modified-Since: never',
    'Accept: ,;q=,*/*;q=x',
  ]),
  'strange credentials': sends(['Authorization: Bearer', 'X-Signature: zz', 'X-Desk-Key: __proto__']),
  'two sets of credentials': sends(['Authorization: Bearer a', 'Authorization: Bearer b', 'Cookie: session=a']),
  'a body that is too large': (place) => sends([json, `Content-Length: ${100 * MB}`])(place),
  async 'a body that is too large, in chunks'(place) {
    const connection = await RawConnection.open(place.url);
    try {
      connection.request(`${place.method} ${target(place)}`, [json, 'Transfer-Encoding: chunked']);
      const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
      connection.write(chunk.repeat(Math.ceil((1.5 * MB) / 65_536)));
      return await reply(connection, place.method);
    } finally {
      connection.destroy();
    }
  },
  async 'a client that asks whether to send its body, and sends another'(place) {
    const connection = await RawConnection.open(place.url);
    try {
      connection.request(`${place.method} ${target(place)}`, ['Expect: 100-continue', 'Content-Length: 5'], 'xxxxxGET');
      return await reply(connection, place.method);
    } finally {
      connection.destroy();
    }
  },
};

/** Each of them disconnects before there could be a response. */
const leaving: Record<string, Misbehaviour> = {
  'a reset in the head': resets((line) => `${line}Content-Le`),
  'a reset after the request': resets((line) => `${line}\r\n`),
  'a reset in the body': resets((line) => `${line}${json}\r\nContent-Length: 1000\r\n\r\n{"name":`),
  'a reset in a form': resets((line) => `${line}${form}\r\nContent-Length: 1000\r\n\r\nname=x&`),
  'a reset in a file': resets(
    (line) => `${line}${multipart}\r\nContent-Length: 100000\r\n\r\n${part}${'x'.repeat(70_000)}`,
  ),
  'a reset in an image': resets(
    (line) => `${line}Content-Type: image/png\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(70_000)}`,
  ),
  'a reset between chunks': resets((line) => `${line}${json}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`),
  'a reset with a hundred requests on their way': resets((line) => `${line}Content-Length: 0\r\n\r\n`.repeat(100)),
  async 'a client that closes its side after the request'(place) {
    const connection = await RawConnection.open(place.url);
    connection.request(`${place.method} ${target(place)}`);
    connection.socket.end();
    // To Node, it has disconnected: it gets a response only if that one is ready.
    const answer = await reply(connection, place.method).catch(() => undefined);
    connection.destroy();
    return answer;
  },
  async 'a client that sends its body slowly, and leaves'(place) {
    const connection = await RawConnection.open(place.url);
    connection.request(`${place.method} ${target(place)}`, [json, 'Content-Length: 1000'], '{');
    // The others are served while this one waits.
    await sends([])(place);
    connection.socket.end('"');
    await sends([])(place);
    connection.socket.resetAndDestroy();
    await connection.closed;
    return undefined;
  },
  async 'a client that reads nothing of what it has asked for'(place) {
    const connection = await RawConnection.open(place.url);
    connection.socket.pause();
    for (let n = 0; n < 50; n++) connection.request(`${place.method} ${target(place)}`, ['Content-Length: 0']);
    await sends([])(place);
    connection.socket.destroy();
    await once(connection.socket, 'close');
    return undefined;
  },
};

export const misbehaviours: Readonly<Record<string, Misbehaviour>> = { ...answered, ...leaving };
