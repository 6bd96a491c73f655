/**
 * A log, a clock and a database. Writing an SQL engine isn't the lesson of this chapter, so these come from Trellis. This is
 * the only file of your framework that imports anything of it.
 */
import { databaseClass } from '../../../../framework/drivers/database-driver.ts';
import { Clock, SystemClock } from '../../../../framework/services/clock.ts';
import { Database } from '../../../../framework/services/database.ts';
import { Log, StreamLog } from '../../../../framework/services/log/log.ts';
import { type Provider, provide } from './module.ts';

export { Clock, Database, Log };

/** Every application has them without an import. They are only built if something needs them. */
export function builtins(): Provider[] {
  return [provide(Log, StreamLog), provide(Clock, SystemClock), provide(Database, databaseClass())];
}
