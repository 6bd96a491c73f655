import { hmac } from '@noble/hashes/hmac';
import { md5, sha1 } from '@noble/hashes/legacy';
import { sha224, sha256 } from '@noble/hashes/sha2';
import { sha384, sha512 } from '@noble/hashes/sha512';
import { Buffer } from './buffer.ts';
import { nextTick } from './process.ts';
import { Transform } from './stream.ts';

export const webcrypto = globalThis.crypto;
// Browsers keep these from workers of a sandboxed frame, and from pages without HTTPS.
if (webcrypto.subtle === undefined)
  Object.defineProperties(webcrypto, { subtle: { value: { digest } }, randomUUID: { value: uuid } });
export const { subtle } = webcrypto;

type Bytes = string | ArrayBufferView;
const names = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];

function algorithmOf(name: string): typeof sha256 {
  const algorithms = { md5, sha1, sha224, sha256, sha384, sha512 };
  const found = algorithms[name.toLowerCase().replace('-', '') as keyof typeof algorithms];
  if (found === undefined)
    throw Object.assign(new Error('Digest method not supported'), { code: 'ERR_CRYPTO_INVALID_DIGEST' });
  return found as typeof sha256;
}

function bytesOf(data: Bytes, encoding?: BufferEncoding): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, encoding);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const type = data === null ? 'null' : typeof data;
  throw Object.assign(
    new TypeError(
      `The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received ${type === 'undefined' || type === 'null' ? type : `type ${type}`}`,
    ),
    { code: 'ERR_INVALID_ARG_TYPE' },
  );
}

interface Hashing {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone?(): Hashing;
}

class Digest extends Transform {
  #hashing: Hashing;
  #isFinished = false;

  constructor(hashing: Hashing) {
    super();
    this.#hashing = hashing;
  }

  update(data: Bytes, encoding?: BufferEncoding): this {
    if (this.#isFinished) throw finalized();
    this.#hashing.update(bytesOf(data, encoding));
    return this;
  }

  digest(): Buffer;
  digest(encoding: BufferEncoding): string;
  digest(encoding?: BufferEncoding | 'buffer'): Buffer | string {
    if (this.#isFinished) throw finalized();
    this.#isFinished = true;
    const bytes = Buffer.from(this.#hashing.digest());
    return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
  }

  copy(): Digest {
    return new Digest(this.#hashing.clone!());
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#hashing.update(chunk);
    done();
  }

  override _flush(done: () => void): void {
    this.push(this.digest());
    done();
  }
}

function finalized(): Error {
  return Object.assign(new Error('Digest already called'), { code: 'ERR_CRYPTO_HASH_FINALIZED' });
}

export const Hash = Digest;
export const Hmac = Digest;

export function createHash(name: string): Digest {
  return new Digest(algorithmOf(name).create());
}

export function createHmac(name: string, key: Bytes | KeyObject): Digest {
  const secret = key instanceof KeyObject ? key.export() : bytesOf(key);
  return new Digest(hmac.create(algorithmOf(name), secret));
}

export function getHashes(): string[] {
  return [...names];
}

export class KeyObject {
  readonly type = 'secret';
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  get symmetricKeySize(): number {
    return this.#bytes.length;
  }

  export(): Buffer {
    return this.#bytes;
  }
}

export function createSecretKey(key: Bytes, encoding?: BufferEncoding): KeyObject {
  return new KeyObject(bytesOf(key, encoding));
}

/** Every string that isn't a PEM is refused by Node as well, with this code. */
function noKey(): never {
  throw Object.assign(new Error('error:1E08010C:DECODER routines::unsupported'), { code: 'ERR_OSSL_UNSUPPORTED' });
}

export const createPublicKey = noKey;
export const createPrivateKey = noKey;

const mostAtOnce = 65_536;

export function randomFillSync<T extends Uint8Array>(bytes: T): T {
  for (let at = 0; at < bytes.length; at += mostAtOnce) webcrypto.getRandomValues(bytes.subarray(at, at + mostAtOnce));
  return bytes;
}

export function randomBytes(size: number, done?: (error: null, bytes: Buffer) => void): Buffer {
  const bytes = randomFillSync(Buffer.alloc(size));
  if (done) nextTick(() => done(null, bytes));
  return bytes;
}

export function randomInt(first: number, second?: number): number {
  const [from, to] = second === undefined ? [0, first] : [first, second];
  return from + Math.floor((Number(randomBytes(6).readUIntBE(0, 6)) / 2 ** 48) * (to - from));
}

export function randomUUID(): string {
  return webcrypto.randomUUID();
}

async function digest(algorithm: string | { name: string }, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> {
  const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
  const hashed = algorithmOf(name)(ArrayBuffer.isView(data) ? bytesOf(data) : new Uint8Array(data));
  return Uint8Array.from(hashed).buffer;
}

function uuid(): string {
  const bytes = randomBytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const { getRandomValues } = { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) };

export function timingSafeEqual(a: ArrayBufferView, b: ArrayBufferView): boolean {
  const [one, other] = [bytesOf(a), bytesOf(b)];
  if (one.length !== other.length)
    throw Object.assign(new RangeError('Input buffers must have the same byte length'), {
      code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
    });
  return one.reduce((difference, byte, at) => difference | (byte ^ other[at]!), 0) === 0;
}

export const constants = {
  RSA_PKCS1_PADDING: 1,
  RSA_PKCS1_PSS_PADDING: 6,
  RSA_PSS_SALTLEN_DIGEST: -1,
};
