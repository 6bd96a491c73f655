/** Where a Redis server is. */
export interface RedisAddress {
  readonly url: string;
  /** For messages: without user and password. */
  readonly name: string;
}

/** Reads `redis://user:password@host:6379/0`. No message repeats it: it may hold a password. */
export function redisAddress(url: string): RedisAddress {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url) || new URL(url).hostname === '') {
    const given = url === '' ? 'It is empty; leave it out to keep everything in memory.' : '';
    throw new TypeError(`REDIS_URL is not understood. ${given}\nWrite redis://host:6379, or rediss:// for TLS.`);
  }
  const { hostname, port, pathname } = new URL(url);
  return { url, name: `Redis at ${hostname}:${port || 6379}${pathname === '/' ? '' : pathname}` };
}
