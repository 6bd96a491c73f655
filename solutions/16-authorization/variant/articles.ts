import { randomUUID } from 'node:crypto';
import { Clock, type Context, type Controller, Database, field, HttpError, inject, type Route } from 'trellis';
import { gate } from './gate.ts';

interface Row {
  id: string;
  place: number;
  head: string;
  body: string;
  writer: string;
  is_public: boolean | number;
  made: string;
  changed: string;
  mail?: string;
  full_name?: string;
  kind?: string;
  since?: string;
}

class NewArticle {
  @field('required,max=200') title!: string;
  @field('required,max=100000') content!: string;
}

class ChangedArticle {
  @field('boolean') published!: boolean;
  @field('max=200') title!: string;
  @field('max=100000') content!: string;
}

/** Posts, from the request to the table, in one class. */
export class ArticleRoutes implements Controller {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Database) private readonly db!: Database;
  /** Posts that were written at the same moment keep their order. */
  #count = 0;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists article (
      id text primary key,
      place integer not null,
      head text not null,
      body text not null,
      writer text not null references person (person_id),
      is_public boolean not null,
      made text not null,
      changed text not null
    )`;
  }

  routes(): Route[] {
    const writers = [gate('bearer', 'session', 'key')];
    return [
      { method: 'GET', path: '/my-posts', middlewares: writers, handler: this.mine },
      { method: 'GET', path: '/my-posts/:id', middlewares: writers, handler: this.ofMine },
      { method: 'DELETE', path: '/posts/:id', middlewares: writers, handler: this.remove },
      { method: 'PUT', path: '/posts/:id', middlewares: writers, handler: this.replace },
      { method: 'POST', path: '/posts', middlewares: writers, handler: this.add },
      { method: 'GET', path: '/posts/:id', handler: this.one },
      { method: 'GET', path: '/posts', handler: this.all },
    ];
  }

  async all() {
    const rows = await this.db.all<Row>`
      select article.*, person.mail, person.full_name, person.kind, person.since
      from article join person on person.person_id = article.writer
      where is_public = ${true} order by made desc, place desc`;
    return rows.map(asPost);
  }

  async one(ctx: Context) {
    const row = await this.#load(ctx);
    if (!row?.is_public) throw missing();
    return asPost(row);
  }

  async ofMine(ctx: Context) {
    const row = await this.#load(ctx);
    if (row?.writer !== ctx.get<string>('user_id')) throw missing();
    return asPost(row);
  }

  async mine(ctx: Context) {
    const rows = await this.db.all<Row>`
      select * from article where writer = ${ctx.get<string>('user_id')} order by made desc, place desc`;
    return rows.map(asPost);
  }

  async add(ctx: Context) {
    const { title, content } = await ctx.bind(NewArticle);
    const now = new Date(this.clock.now()).toISOString();
    const row = await this.db.get<Row>`
      insert into article (id, place, head, body, writer, is_public, made, changed)
      values (${randomUUID()}, ${++this.#count}, ${title}, ${content}, ${ctx.get<string>('user_id')}, ${false}, ${now}, ${now})
      returning *`;
    return ctx.status(201).json(asPost(row!));
  }

  async replace(ctx: Context) {
    const { title, content, published } = await ctx.bind(ChangedArticle);
    const { changes } = await this.db.run`
      update article set head = ${title}, body = ${content}, is_public = ${published},
        changed = ${new Date(this.clock.now()).toISOString()}
      where id = ${ctx.param('id')} and writer in (select person_id from person where ${isAdmin(ctx)} or person_id = ${me(ctx)})`;
    if (changes === 0) throw missing();
    return asPost((await this.#load(ctx))!);
  }

  async remove(ctx: Context) {
    const { changes } = await this.db.run`
      delete from article
      where id = ${ctx.param('id')} and writer in (select person_id from person where ${isAdmin(ctx)} or person_id = ${me(ctx)})`;
    if (changes === 0) throw missing();
    return ctx.status(204).send('');
  }

  #load(ctx: Context): Promise<Row | undefined> {
    return this.db.get<Row>`
      select article.*, person.mail, person.full_name, person.kind, person.since
      from article join person on person.person_id = article.writer
      where article.id = ${ctx.param('id')}`;
  }
}

function me(ctx: Context): string {
  return ctx.get<string>('user_id');
}

function isAdmin(ctx: Context): boolean {
  return ctx.get<string>('role') === 'admin';
}

function missing(): HttpError {
  return new HttpError(404, 'Post not found');
}

function asPost({ id, head, body, writer, is_public, made, changed, mail, full_name, kind, since }: Row) {
  const author = mail && { author: { name: full_name, role: kind, created_at: since, email: mail, id: writer } };
  const post = { published: Boolean(is_public), id, author_id: writer, content: body, title: head };
  return { ...post, ...author, updated_at: changed, created_at: made };
}
