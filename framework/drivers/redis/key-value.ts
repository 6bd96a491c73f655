import { type IncrementOptions, KeyValue, type SetOptions } from '../../services/key-value.ts';
import { checkTtl, fromJson, toJson } from '../../services/stored-value.ts';
import type { NetworkLimits } from '../network.ts';
import { RedisConnection } from './connection.ts';

export interface RedisOptions extends NetworkLimits {
  /** The prefix of every key. It keeps the cache and the key-value store apart on the same server. */
  prefix?: string;
}

/**
 * `KeyValue` on Redis (6.2 or later) or Valkey, shared by all processes. Every operation is a single, atomic command. Keys
 * expire by Redis's own clock: the application's `Clock` has no influence on it.
 *
 * Completed writes survive a crash of Redis only with `appendonly yes` and `appendfsync always`.
 */
export class RedisKeyValue extends KeyValue {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(url = process.env.REDIS_URL ?? '', { prefix = 'trellis:kv:', ...limits }: RedisOptions = {}) {
    super();
    this.#connection = new RedisConnection(url, limits);
    this.#prefix = prefix;
  }

  onStart(): Promise<void> {
    return this.#connection.open();
  }

  onStop(): Promise<void> {
    return this.#connection.close();
  }

  async get<T = unknown>(key: string): Promise<T | undefined> {
    return read<T>(await this.#send('GET', key));
  }

  async set(key: string, value: unknown, { ttl }: SetOptions = {}): Promise<void> {
    checkTtl(ttl);
    await this.#send('SET', key, toJson(value), ...expiry(ttl));
  }

  async setIfAbsent(key: string, value: unknown, { ttl }: SetOptions = {}): Promise<boolean> {
    checkTtl(ttl);
    return (await this.#send('SET', key, toJson(value), 'NX', ...expiry(ttl))) !== null;
  }

  async take<T = unknown>(key: string): Promise<T | undefined> {
    return read<T>(await this.#send('GETDEL', key));
  }

  async delete(key: string): Promise<boolean> {
    return (await this.#send('DEL', key)) === 1;
  }

  async increment(key: string, { by = 1, ttl }: IncrementOptions = {}): Promise<number> {
    checkTtl(ttl);
    if (!Number.isSafeInteger(by)) throw outOfRange(by);
    const reply = await this.#connection.send([
      'EVAL',
      INCREMENT,
      '1',
      this.#prefix + key,
      String(by),
      String(ttl ?? ''),
    ]);
    if (reply === 'not whole') throw notAnInteger();
    if (reply === 'out of range') throw outOfRange(by);
    return Number(reply);
  }

  async decrement(key: string): Promise<number> {
    const reply = await this.#connection.send(['EVAL', DECREMENT, '1', this.#prefix + key]);
    if (reply === 'not whole') throw notAnInteger();
    return Number(reply);
  }

  async ttl(key: string): Promise<number | undefined> {
    const left = Number(await this.#send('PTTL', key));
    if (left === -2) return undefined;
    return left === -1 ? Number.POSITIVE_INFINITY : Math.ceil(left / 1_000);
  }

  #send(command: string, key: string, ...args: string[]) {
    return this.#connection.send([command, this.#prefix + key, ...args]);
  }
}

/** Reads the counter into `before`, for the two scripts below. */
const READ_COUNTER = `
local text, before = redis.call('GET', KEYS[1]), 0
if text then
  before = string.match(text, '^-?%d+$') and tonumber(text)
  if not before or math.abs(before) > 9007199254740991 then return 'not whole' end
end
`;

/** Redis's own INCRBY counts up to 2^63, beyond JavaScript's safe integers, and needs a second command for the TTL. */
const INCREMENT = `${READ_COUNTER}
local after = before + tonumber(ARGV[1])
if math.abs(after) > 9007199254740991 then return 'out of range' end
local written = string.format('%.0f', after)
if text then redis.call('SET', KEYS[1], written, 'KEEPTTL')
elseif ARGV[2] == '' then redis.call('SET', KEYS[1], written)
else redis.call('SET', KEYS[1], written, 'EX', ARGV[2]) end
return written
`;

const DECREMENT = `${READ_COUNTER}
if before <= 1 then
  redis.call('DEL', KEYS[1])
  return '0'
end
local written = string.format('%.0f', before - 1)
redis.call('SET', KEYS[1], written, 'KEEPTTL')
return written
`;

function read<T>(reply: unknown): T | undefined {
  return typeof reply === 'string' ? fromJson<T>(reply) : undefined;
}

function expiry(ttl: number | undefined): string[] {
  return ttl === undefined ? [] : ['EX', String(ttl)];
}

function outOfRange(by: number): RangeError {
  return new RangeError(`increment by ${by}: pass an integer, and keep the counter within the safe integers.`);
}

function notAnInteger(): TypeError {
  return new TypeError('The value of this key is not an integer, so it is not a counter.');
}
