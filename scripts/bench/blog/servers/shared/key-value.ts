import { createClient } from '@redis/client';

/** What refresh tokens are stored in: Redis, or the memory of the process. */
export interface KeyValue {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttl: number): Promise<void>;
  /** False if the key exists already. */
  setIfAbsent(key: string, value: unknown, ttl: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** The new count. The lifetime begins with the first one. */
  increment(key: string, ttl: number): Promise<number>;
}

export async function openKeyValue(url: string | undefined): Promise<KeyValue> {
  return url ? openRedis(url) : inMemory();
}

/** With the prefix that Trellis gives its keys, so that all servers find the same tokens. */
const PREFIX = 'trellis:kv:';

async function openRedis(url: string): Promise<KeyValue> {
  const client = await createClient({ url })
    .on('error', () => {})
    .connect();
  return {
    async get(key) {
      const text = await client.get(PREFIX + key);
      return text === null ? undefined : JSON.parse(text);
    },
    set: async (key, value, ttl) => void (await client.set(PREFIX + key, JSON.stringify(value), { EX: ttl })),
    setIfAbsent: async (key, value, ttl) =>
      (await client.set(PREFIX + key, JSON.stringify(value), { EX: ttl, NX: true })) !== null,
    delete: async (key) => void (await client.del(PREFIX + key)),
    async increment(key, ttl) {
      const [count] = await client
        .multi()
        .incr(PREFIX + key)
        .expire(PREFIX + key, ttl, 'NX')
        .exec();
      return Number(count);
    },
  };
}

function inMemory(): KeyValue {
  const entries = new Map<string, { text: string; until: number }>();
  const read = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && entry.until > Date.now() ? entry : undefined;
  };
  const write = (key: string, value: unknown, ttl: number) =>
    void entries.set(key, { text: JSON.stringify(value), until: Date.now() + ttl * 1000 });
  return {
    async get(key) {
      const entry = read(key);
      return entry && JSON.parse(entry.text);
    },
    set: async (key, value, ttl) => write(key, value, ttl),
    async setIfAbsent(key, value, ttl) {
      if (read(key) !== undefined) return false;
      write(key, value, ttl);
      return true;
    },
    delete: async (key) => void entries.delete(key),
    async increment(key, ttl) {
      const entry = read(key);
      const count = Number(entry?.text ?? 0) + 1;
      entries.set(key, { text: String(count), until: entry?.until ?? Date.now() + ttl * 1000 });
      return count;
    },
  };
}
