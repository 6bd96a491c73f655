import {
  type CliOptions,
  type Context,
  type Controller,
  cli,
  command,
  createApp,
  field,
  module,
  type Route,
  type Usage,
  UsageError,
} from 'trellis';

const about: Usage = {
  summary: 'Greets somebody',
  options: { '--name=<name>': 'whom to greet', '--loud': 'with an exclamation mark' },
  examples: ['greet --name=Ada'],
};

export class GuestOptions {
  @field('integer,min=1') least!: number;
  @field('boolean') json!: boolean;
}

const guests: Usage = {
  summary: 'Lists the guests',
  options: { '--least=<n>': 'only those with this many visits', '--json': 'as JSON, even on a terminal' },
};

export class GreetController implements Controller {
  routes(): Route[] {
    return [
      { path: 'greet', handler: command(this.greet, about) },
      { path: 'guests', handler: command(this.guests, guests) },
      { path: 'tags', children: [{ path: 'find/:tag', handler: this.find }] },
    ];
  }

  greet(ctx: Context) {
    const name = ctx.query('name');
    if (name === '') throw new UsageError('Whom? Give a name: --name=Ada.');
    return `Hello, ${name}${ctx.query('loud') === 'true' ? '!' : ''}`;
  }

  async guests(ctx: Context) {
    const { least, json } = await ctx.bindQuery(GuestOptions);
    const all = [
      { name: 'Ada', visits: 3 },
      { name: 'Grace', visits: 1 },
    ];
    const found = all.filter(({ visits }) => visits >= least);
    return json ? ctx.send(JSON.stringify(found)) : found;
  }

  find(ctx: Context) {
    return ['cooking', 'gardening', 'travel'].filter((tag) => tag.startsWith(ctx.param('tag')));
  }
}

export const GreetModule = module('GreetModule', { declarations: [GreetController] });

const settings: CliOptions = { name: 'greeter', version: '1.0.0', summary: 'Greets people' };

export const greeter = createApp(GreetModule, { platform: cli(settings) });
