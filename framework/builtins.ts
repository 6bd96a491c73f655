import { inject } from './core/inject.ts';
import { provide } from './core/module.ts';
import { Cache } from './services/cache.ts';
import { Clock, SystemClock } from './services/clock.ts';
import { Database } from './services/database.ts';
import { KeyValue } from './services/key-value.ts';
import { Log, StreamLog } from './services/log.ts';
import { MemoryCache } from './services/memory-cache.ts';
import { MemoryKeyValue } from './services/memory-key-value.ts';
import { SqljsDatabase } from './services/sqljs-database.ts';

/** The services know nothing of injection; here they are handed the application's clock. */
class AppCache extends MemoryCache {
  @inject(Clock) override clock: Clock = new SystemClock();
}

class AppKeyValue extends MemoryKeyValue {
  @inject(Clock) override clock: Clock = new SystemClock();
}

/** There without an import, in every application. Built only where somebody asks for them. */
export const builtins = [
  provide(Log, StreamLog),
  provide(Clock, SystemClock),
  provide(Cache, AppCache),
  provide(KeyValue, AppKeyValue),
  provide(Database, SqljsDatabase),
];
