/** The blog of chapter 22 as it is, in one process, with the data that the other servers have too. */
import { createApp, Database, inject, KeyValue, module } from 'trellis';
import { AppModule } from '../../../../solutions/22-processes/src/app.module.ts';
import { appOptions } from '../../../../solutions/22-processes/src/app.options.ts';
import { EdgeModule } from '../../../../solutions/22-processes/src/edge/edge.module.ts';
import { StoreModule } from '../../../../solutions/22-processes/src/store/store.module.ts';
import { seed } from './shared/seed.ts';

class Seed {
  @inject(Database) private readonly db!: Database;
  @inject(KeyValue) private readonly keyValue!: KeyValue;

  async onStart(): Promise<void> {
    // On PostgreSQL, the data is there already.
    if (process.env.DATABASE_URL !== 'memory:') return;
    const run = async (sql: string, values: (string | number | boolean | null)[] = []) => {
      const strings = sql.split(/\$\d+/);
      await this.db.run(Object.assign(strings, { raw: strings }) as unknown as TemplateStringsArray, ...values);
    };
    const set = (key: string, value: unknown, ttl: number) => this.keyValue.set(key, value, { ttl });
    await seed({ run }, { set }, [process.env.BENCH_SERVER ?? '']);
  }
}

const SeedModule = module('SeedModule', { imports: [StoreModule], declarations: [Seed] });
const BenchModule = module('BenchModule', { imports: [SeedModule, AppModule, EdgeModule] });
await createApp(BenchModule, appOptions).listen(Number(process.env.PORT));
