/** Where a Redis server is. */
export interface RedisAddress {
  readonly url: string;
  /** For messages: contains neither user nor password. */
  readonly name: string;
}

/** Parses `redis://user:password@host:6379/0`. Messages never repeat it: it may contain a password. */
export function redisAddress(url: string): RedisAddress {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url) || new URL(url).hostname === '') {
    const given = url === '' ? 'It is empty. Remove the variable to keep everything in memory.' : '';
    throw new TypeError(`REDIS_URL is not understood. ${given}\nWrite redis://host:6379, or rediss:// for TLS.`);
  }
  const { hostname, port, pathname } = new URL(url);
  return { url, name: `Redis at ${hostname}:${port || 6379}${pathname === '/' ? '' : pathname}` };
}
