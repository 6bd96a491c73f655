import { inject } from './core/inject.ts';
import { type Provider, provide } from './core/module.ts';
import { databaseClass } from './drivers/database-driver.ts';
import { RedisCache } from './drivers/redis/cache.ts';
import { RedisKeyValue } from './drivers/redis/key-value.ts';
import { Cache } from './services/cache.ts';
import { Clock, SystemClock } from './services/clock.ts';
import { Database } from './services/database.ts';
import { KeyValue } from './services/key-value.ts';
import { Log, StreamLog } from './services/log/log.ts';
import { MemoryCache } from './services/memory-cache.ts';
import { MemoryKeyValue } from './services/memory-key-value.ts';

/** `services/` doesn't know `core/`, so the application's clock is injected here, in subclasses. */
class AppCache extends MemoryCache {
  @inject(Clock) override clock: Clock = new SystemClock();
}

class AppKeyValue extends MemoryKeyValue {
  @inject(Clock) override clock: Clock = new SystemClock();
}

/**
 * Available in every application without an import, and only built if something asks for them (`Log` is always built). The
 * environment alone decides whether the data lives in this process or on servers that several processes share.
 */
export function builtins(): Provider[] {
  const usesRedis = process.env.REDIS_URL !== undefined;
  return [
    provide(Log, StreamLog),
    provide(Clock, SystemClock),
    provide(Cache, usesRedis ? RedisCache : AppCache),
    provide(KeyValue, usesRedis ? RedisKeyValue : AppKeyValue),
    provide(Database, databaseClass()),
  ];
}
