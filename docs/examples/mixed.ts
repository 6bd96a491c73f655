import {
  type App,
  type AppOptions,
  api,
  type Context,
  type Controller,
  createApp,
  field,
  type Html,
  HttpError,
  type HttpPlatform,
  html,
  InvalidBody,
  inject,
  module,
  type Problem,
  provide,
  type Route,
  token,
  web,
} from 'trellis';
import { type OpenApiOptions, openApi } from 'trellis/openapi';

/** The path under which the proxy publishes the application, such as `/tools`. Empty if it has a host of its own. */
export const BasePath = token<string>('BasePath');

const data = api();
const pages = web();

/** Responds to paths below `/api` in JSON, and to all others with pages. */
const both: HttpPlatform = {
  kind: 'http',
  forms: true,
  serialize: (value, ctx) => platformOf(ctx).serialize(value, ctx),
  serializeError: (status, message, ctx, error) => platformOf(ctx).serializeError(status, message, ctx, error),
};

function platformOf(ctx: Context): HttpPlatform {
  return ctx.request.path.startsWith('/api/') ? data : pages;
}

export const appOptions: AppOptions = { platform: both };

/** The document describes the API and not the pages. `trellis openapi` uses these options too. */
export const openApiOptions: OpenApiOptions = {
  title: 'Tools',
  version: '1.0.0',
  include: ({ path }) => path.startsWith('/api/'),
};

class AddTool {
  @field('required,max=40') name!: string;
}

function toolForm(name: string, problems: readonly Problem[] = []): Html {
  const messages = problems.map(({ field: input, problem }) => html`<li>${input}: ${problem}</li>`);
  return html`<ul>${messages}</ul><form method="post"><input name="name" value="${name}"><button>Add</button></form>`;
}

export class ToolsController implements Controller {
  @inject(BasePath) private readonly base!: string;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/tools', handler: this.list },
      { method: 'GET', path: '/tools/new', handler: this.form },
      { method: 'POST', path: '/tools/new', handler: this.add },
      { method: 'GET', path: '/api/tools', handler: this.index },
      { method: 'GET', path: '/api/tools/:id', handler: this.show },
    ];
  }

  list(ctx: Context) {
    const states = ['all', 'free', 'taken'];
    return html`<form><select name="state">${states.map(
      (state) => html`<option ?selected=${state === ctx.query('state')}>${state}</option>`,
    )}</select></form><a href="${this.base}/tools/drill">Drill</a>`;
  }

  form(ctx: Context) {
    return toolForm(ctx.query('name'));
  }

  async add(ctx: Context) {
    try {
      await ctx.bind(AddTool);
      // Your own change goes here.
      ctx.setCookie('added', 'yes', { path: this.base || '/' });
      return ctx.redirect(`${this.base}/tools`, 303);
    } catch (error) {
      if (!(error instanceof InvalidBody)) throw error;
      const typed = new URLSearchParams(String(await ctx.request.body()));
      ctx.status(422);
      return toolForm(typed.get('name') ?? '', error.problems);
    }
  }

  index() {
    return [{ id: 'drill' }];
  }

  show() {
    throw new HttpError(404, 'Tool not found');
  }
}

/** The application, with its own document as a route. `main.ts` calls `listen()` on it. */
export function tools(overrides: AppOptions = {}): App {
  const app = createApp(ToolsModule, { ...appOptions, ...overrides });
  const document = openApi(app.routes(), openApiOptions);
  app.router.add({ method: 'GET', path: '/api/openapi.json', handler: () => document });
  return app;
}

export const ToolsModule = module('ToolsModule', {
  declarations: [ToolsController, provide(BasePath, { factory: () => process.env.BASE_PATH ?? '' })],
});
