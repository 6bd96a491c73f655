import { type Context, type Controller, type Route, resource } from 'trellis';

interface Jar {
  name: string;
  count: number;
  filled_at: string;
}

export class PantryController implements Controller {
  readonly #jars = new Map<string, Jar>();

  routes(): Route[] {
    return [
      ...resource('/jars', this),
      {
        path: '/cellar',
        children: [
          { method: 'GET', path: '/empty', handler: this.empty },
          { method: 'DELETE', path: '/empty', handler: this.washUp },
        ],
      },
    ];
  }

  index() {
    return [...this.#jars.keys()];
  }

  async create(ctx: Context) {
    const { name, count } = JSON.parse(String(await ctx.request.body()));
    const jar: Jar = { name, count, filled_at: new Date().toISOString() };
    this.#jars.set(jar.name, jar);
    return ctx.status(201).json(jar);
  }

  show(ctx: Context) {
    const jar = this.#jars.get(ctx.param('id'));
    if (jar === undefined) return ctx.status(404).json({ error: 'No such jar' });
    return { left: jar.count };
  }

  async update(ctx: Context) {
    const { count = 0 } = JSON.parse(String(await ctx.request.body()));
    const jar = this.#jars.get(ctx.param('id'));
    if (jar === undefined) throw new Error('jar not found');
    return Object.assign(jar, { count });
  }

  delete(ctx: Context) {
    const jar = this.#jars.get(ctx.param('id'));
    if (jar !== undefined) jar.count = 0;
  }

  empty() {
    return [...this.#jars.values()].filter((jar) => jar.count === 0);
  }

  washUp() {
    for (const jar of this.empty()) this.#jars.delete(jar.name);
  }
}
