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

/** The services know nothing of injection; here they are handed the application's clock. */
class AppCache extends MemoryCache {
  @inject(Clock) override clock: Clock = new SystemClock();
}

class AppKeyValue extends MemoryKeyValue {
  @inject(Clock) override clock: Clock = new SystemClock();
}

/**
 * There without an import, in every application. Built only where somebody asks for them. The environment is read anew for
 * each application: its addresses alone decide whether one process keeps everything, or many share servers.
 */
export function builtins(): Provider[] {
  const inRedis = process.env.REDIS_URL !== undefined;
  return [
    provide(Log, StreamLog),
    provide(Clock, SystemClock),
    provide(Cache, inRedis ? RedisCache : AppCache),
    provide(KeyValue, inRedis ? RedisKeyValue : AppKeyValue),
    provide(Database, databaseClass()),
  ];
}
