import {
  type AppOptions,
  api,
  type Context,
  type Controller,
  HttpError,
  type HttpPlatform,
  html,
  inject,
  module,
  provide,
  type Route,
  token,
  web,
} from 'trellis';

/** The path under which the proxy publishes the application, such as `/tools`. Empty if it has a host of its own. */
export const BasePath = token<string>('BasePath');

const data = api();
const pages = web();

/** Responds to paths below `/api` in JSON, and to all others with pages. */
const both: HttpPlatform = {
  kind: 'http',
  forms: true,
  serialize: (value, ctx) => platformOf(ctx).serialize(value, ctx),
  serializeError: (status, message, ctx) => platformOf(ctx).serializeError(status, message, ctx),
};

function platformOf(ctx: Context): HttpPlatform {
  return ctx.request.path.startsWith('/api/') ? data : pages;
}

export const appOptions: AppOptions = { platform: both };

export class ToolsController implements Controller {
  @inject(BasePath) private readonly base!: string;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/tools', handler: this.list },
      { method: 'POST', path: '/tools', handler: this.add },
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

  add(ctx: Context) {
    ctx.setCookie('seen', '1', { path: this.base || '/' });
    return ctx.redirect(`${this.base}/tools`, 303);
  }

  index() {
    return [{ id: 'drill' }];
  }

  show() {
    throw new HttpError(404, 'Tool not found');
  }
}

export const ToolsModule = module('ToolsModule', {
  declarations: [ToolsController, provide(BasePath, { factory: () => process.env.BASE_PATH ?? '' })],
});
