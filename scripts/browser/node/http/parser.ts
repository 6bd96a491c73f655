/*
 * The bytes of HTTP/1.1, read by llhttp: the parser that Node itself uses, with the same errors. What it finds is handed over
 * after each chunk, so that no code of ours or of a learner runs in the middle of the WebAssembly.
 */

export interface Head {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly statusMessage: string;
  readonly major: number;
  readonly minor: number;
  /** Names and values in turn. */
  readonly rawHeaders: string[];
  readonly shouldKeepAlive: boolean;
  readonly upgrade: boolean;
}

export interface ParserEvents {
  began?(): void;
  /** Decides before the body is parsed: 1 if there is none, 2 if the rest isn't HTTP. */
  kindOf(head: Head): 0 | 1 | 2;
  head(head: Head): void;
  body(chunk: Uint8Array): void;
  complete(trailers: string[]): void;
  /** The rest of a connection that has changed its protocol. */
  upgraded?(rest: Uint8Array): void;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
  malloc(size: number): number;
  free(pointer: number): void;
  llhttp_alloc(type: number): number;
  llhttp_free(parser: number): void;
  llhttp_execute(parser: number, data: number, length: number): number;
  llhttp_finish(parser: number): number;
  llhttp_get_method(parser: number): number;
  llhttp_get_http_major(parser: number): number;
  llhttp_get_http_minor(parser: number): number;
  llhttp_method_name(method: number): number;
  llhttp_errno_name(error: number): number;
  llhttp_get_error_reason(parser: number): number;
  llhttp_get_error_pos(parser: number): number;
  llhttp_resume_after_upgrade(parser: number): void;
}

const pausedForUpgrade = 22;
const userError = 24;
/** Node's limit for all header names and values of a message, in bytes. */
export const maxHeaderSize = 16_384;

const parsers = new Map<number, HttpParser>();
let compiled: WebAssembly.Module;
let loaded: Exports | undefined;

/** The page compiles it, once for all workers. */
export function setParser(module: WebAssembly.Module): void {
  compiled = module;
}

function llhttp(): Exports {
  if (loaded !== undefined) return loaded;
  const of = (parser: number) => parsers.get(parser)!;
  const env = {
    wasm_on_message_begin: (parser: number) => of(parser).onBegin(),
    wasm_on_url: (parser: number, at: number, length: number) => of(parser).onUrl(text(at, length)),
    wasm_on_status: (parser: number, at: number, length: number) => of(parser).onStatus(text(at, length)),
    wasm_on_header_field: (parser: number, at: number, length: number) => of(parser).onField(text(at, length)),
    wasm_on_header_value: (parser: number, at: number, length: number) => of(parser).onValue(text(at, length)),
    wasm_on_headers_complete: (parser: number, status: number, upgrade: number, keepAlive: number) =>
      of(parser).onHeaders(status, upgrade !== 0, keepAlive !== 0),
    wasm_on_body: (parser: number, at: number, length: number) =>
      of(parser).onBody(new Uint8Array(loaded!.memory.buffer).slice(at, at + length)),
    wasm_on_message_complete: (parser: number) => of(parser).onComplete(),
  };
  loaded = new WebAssembly.Instance(compiled, { env }).exports as unknown as Exports;
  loaded._initialize?.();
  return loaded;
}

/** Headers are bytes: each is one character, as in Node. */
function text(at: number, length: number): string {
  let string = '';
  for (const byte of new Uint8Array(loaded!.memory.buffer, at, length)) string += String.fromCharCode(byte);
  return string;
}

function cString(at: number): string {
  const bytes = new Uint8Array(loaded!.memory.buffer);
  return at === 0 ? '' : text(at, bytes.indexOf(0, at) - at);
}

export class HttpParser {
  readonly #events: ParserEvents;
  readonly #pointer: number;
  #found: (() => void)[] = [];
  #url = '';
  #status = '';
  #pairs: string[] = [];
  #isInValue = false;
  #size = 0;
  #isHeadDone = false;
  #overflow = false;

  constructor(type: 'request' | 'response', events: ParserEvents) {
    this.#events = events;
    this.#pointer = llhttp().llhttp_alloc(type === 'request' ? 1 : 2);
    parsers.set(this.#pointer, this);
  }

  /** Returns the error, as Node would describe it. */
  execute(chunk: Uint8Array): Error | undefined {
    const wasm = llhttp();
    const data = wasm.malloc(chunk.length || 1);
    new Uint8Array(wasm.memory.buffer).set(chunk, data);
    let code = wasm.llhttp_execute(this.#pointer, data, chunk.length);
    let parsed = code === 0 ? chunk.length : wasm.llhttp_get_error_pos(this.#pointer) - data;
    while (code === pausedForUpgrade && !this.#isUpgraded) {
      // Nobody wants another protocol, so the rest is HTTP as before.
      wasm.llhttp_resume_after_upgrade(this.#pointer);
      const from = parsed;
      code = wasm.llhttp_execute(this.#pointer, data + from, chunk.length - from);
      parsed = code === 0 ? chunk.length : wasm.llhttp_get_error_pos(this.#pointer) - data;
    }
    wasm.free(data);
    const error = code === 0 || code === pausedForUpgrade ? undefined : this.#errorOf(code, parsed, chunk);
    this.#flush();
    if (code === pausedForUpgrade) this.#events.upgraded?.(chunk.slice(parsed));
    return error;
  }

  /** The connection has ended: an error if that was in the middle of a message. */
  finish(): Error | undefined {
    const code = llhttp().llhttp_finish(this.#pointer);
    const error = code === 0 ? undefined : this.#errorOf(code, 0, new Uint8Array());
    this.#flush();
    return error;
  }

  free(): void {
    if (parsers.delete(this.#pointer)) llhttp().llhttp_free(this.#pointer);
  }

  #isUpgraded = false;

  #flush(): void {
    const found = this.#found;
    this.#found = [];
    for (const event of found) event();
  }

  #errorOf(number: number, bytesParsed: number, rawPacket: Uint8Array): Error {
    const code = this.#overflow ? 'HPE_HEADER_OVERFLOW' : cString(llhttp().llhttp_errno_name(number));
    const reason = this.#overflow ? 'Header overflow' : cString(llhttp().llhttp_get_error_reason(this.#pointer));
    return Object.assign(new Error(`Parse Error: ${reason}`), { code, reason, bytesParsed, rawPacket });
  }

  onBegin(): number {
    this.#url = '';
    this.#status = '';
    this.#pairs = [];
    this.#isInValue = false;
    this.#size = 0;
    this.#isHeadDone = false;
    this.#found.push(() => this.#events.began?.());
    return 0;
  }

  onUrl(part: string): number {
    this.#url += part;
    return this.#grow(part);
  }

  onStatus(part: string): number {
    this.#status += part;
    return 0;
  }

  onField(part: string): number {
    if (this.#isInValue || this.#pairs.length === 0) this.#pairs.push(part);
    else this.#pairs[this.#pairs.length - 1] += part;
    this.#isInValue = false;
    return this.#grow(part);
  }

  onValue(part: string): number {
    if (this.#isInValue) this.#pairs[this.#pairs.length - 1] += part;
    else this.#pairs.push(part);
    this.#isInValue = true;
    return this.#grow(part);
  }

  onHeaders(status: number, upgrade: boolean, shouldKeepAlive: boolean): number {
    const wasm = llhttp();
    const head: Head = {
      method: status === 0 ? cString(wasm.llhttp_method_name(wasm.llhttp_get_method(this.#pointer))) : '',
      url: this.#url,
      status,
      statusMessage: this.#status,
      major: wasm.llhttp_get_http_major(this.#pointer),
      minor: wasm.llhttp_get_http_minor(this.#pointer),
      rawHeaders: this.#complete(),
      shouldKeepAlive,
      upgrade,
    };
    this.#pairs = [];
    this.#isInValue = false;
    this.#isHeadDone = true;
    const kind = this.#events.kindOf(head);
    this.#isUpgraded = kind === 2;
    this.#found.push(() => this.#events.head(head));
    return kind;
  }

  onBody(chunk: Uint8Array): number {
    this.#found.push(() => this.#events.body(chunk));
    return 0;
  }

  onComplete(): number {
    const trailers = this.#isHeadDone ? this.#complete() : [];
    this.#pairs = [];
    this.#found.push(() => this.#events.complete(trailers));
    return 0;
  }

  /** A header without a value has no call of its own in some versions. */
  #complete(): string[] {
    return this.#pairs.length % 2 === 0 ? this.#pairs : [...this.#pairs, ''];
  }

  #grow(part: string): number {
    this.#size += part.length;
    if (this.#size < maxHeaderSize) return 0;
    this.#overflow = true;
    return userError;
  }
}
