import { randomUUID } from 'node:crypto';
import { Database, DatabaseError, inject, module, type Sql, sql } from 'trellis';

export interface Product {
  id: string;
  name: string;
  category: string;
  price: number;
  created_at: string;
}

export interface ProductFilter {
  search?: string;
  categories?: string[];
  maxPrice?: number;
  sort?: string;
  page?: number;
}

/** Each function is one change to the tables, applied once and never edited afterwards. */
const migrations: ((tx: Database) => Promise<unknown>)[] = [
  (tx) => tx.run`create table products (
    id text primary key,
    name text not null unique,
    category text not null,
    price integer not null check (price >= 0)
  )`,
  (tx) => tx.run`alter table products add column created_at text not null default ''`,
];

export class Schema {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    const create = () => this.db.run`create table if not exists migrations (number integer primary key)`;
    // In PostgreSQL, two processes that do this at the same moment collide. The second attempt finds the table.
    await create().catch(create);
    for (const [index, migrate] of migrations.entries()) await this.#once(index + 1, migrate);
  }

  #once(number: number, migrate: (tx: Database) => Promise<unknown>): Promise<void> {
    return this.db.transaction(async (tx) => {
      // The primary key is the lock: a second process waits here until the first one has committed, and inserts nothing.
      const { changes } = await tx.run`insert into migrations values (${number}) on conflict (number) do nothing`;
      if (changes > 0) await migrate(tx);
    });
  }
}

const columns = sql`id, name, category, price, created_at`;

export class ProductsService {
  @inject(Database) private readonly db!: Database;
  // Injected so that the tables exist before this service starts.
  @inject(Schema) readonly schema!: Schema;

  async add(product: Pick<Product, 'name' | 'category' | 'price'>): Promise<Product> {
    const { name, category, price } = product;
    const row = await this.db.get<Product>`
      insert into products (id, name, category, price, created_at)
      values (${randomUUID()}, ${name}, ${category}, ${price}, ${new Date().toISOString()})
      returning ${columns}`;
    return row!;
  }

  async addAll(products: Pick<Product, 'name' | 'category' | 'price'>[]): Promise<number> {
    if (products.length === 0) return 0;
    const rows = products.map(({ name, category, price }) => sql`(${randomUUID()}, ${name}, ${category}, ${price})`);
    const { changes } = await this.db.run`insert into products (id, name, category, price) values ${sql.join(rows)}`;
    return changes;
  }

  async find(filter: ProductFilter): Promise<{ total: number; products: Product[] }> {
    const { search = '', categories, maxPrice, sort = 'name', page = 1 } = filter;
    const matches = sql.and([
      search !== '' && sql`lower(name) like '%' || lower(${literally(search)}) || '%' escape '!'`,
      categories && sql`category in ${categories}`,
      maxPrice !== undefined && sql`price <= ${maxPrice}`,
    ]);
    const total = await this.db.get<{ count: number }>`select count(*) as count from products where ${matches}`;
    const products = await this.db.all<Product>`
      select ${columns} from products where ${matches}
      order by ${orders.get(sort) ?? sql`name`}
      limit ${20} offset ${(page - 1) * 20}`;
    return { total: total!.count, products };
  }

  async change(id: string, changed: Partial<Pick<Product, 'name' | 'price'>>): Promise<Product | undefined> {
    if (Object.keys(changed).length === 0)
      return this.db.get<Product>`select ${columns} from products where id = ${id}`;
    const assignments = sql.join([
      changed.name !== undefined && sql`name = ${changed.name}`,
      changed.price !== undefined && sql`price = ${changed.price}`,
    ]);
    return this.db.get<Product>`update products set ${assignments} where id = ${id} returning ${columns}`;
  }
}

/** Runs a transaction again, up to four times, if another one was in its way. `work` may do nothing but SQL. */
export async function retried<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === 5 || !(error instanceof DatabaseError && error.code === 'busy')) throw error;
    }
  }
}

/** In a pattern, % and _ are wildcards. This makes them ordinary characters, together with: escape '!' */
function literally(search: string): string {
  return search.replace(/[%_!]/g, '!$&');
}

/** A column can't be a parameter. The client's word selects one of these fragments and never becomes SQL. */
const orders = new Map<string, Sql>([
  ['price', sql`price, name`],
  ['newest', sql`created_at desc, name`],
]);

export const ProductsModule = module('ProductsModule', {
  exports: [ProductsService],
  declarations: [Schema, ProductsService],
});
