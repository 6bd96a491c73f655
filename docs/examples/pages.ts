import {
  type Context,
  type Controller,
  createApp,
  type Html,
  type HtmlValue,
  html,
  module,
  type Page,
  type Route,
  raw,
  staticFiles,
  type WebOptions,
  web,
} from 'trellis';

export class PagesController implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/', handler: this.home },
      { method: 'GET', path: '/tags', handler: this.tags },
      { method: 'POST', path: '/greetings', handler: this.greet },
      { method: 'GET', path: '/assets/*', handler: staticFiles(new URL('./assets/', import.meta.url)) },
    ];
  }

  home(ctx: Context) {
    return layout('Home', html`<h1>Hello, ${ctx.queryDefault('name', 'reader')}</h1>`);
  }

  tags() {
    return ['cooking', 'gardening'];
  }

  greet(ctx: Context) {
    return ctx.redirect('/', 303);
  }
}

function layout(title: string, body: HtmlValue): Html {
  return html`<!doctype html><title>${title}</title>${raw('<!-- made by hand -->')}${body}`;
}

/** Turns data into pages. If a handler returns `html`, `serialize` isn't called. */
const options: WebOptions = {
  serialize(data: unknown): Page {
    return layout('List', html`<ul>${(data as string[]).map((entry) => html`<li>${entry}</li>`)}</ul>`);
  },
  errorPage: (status, message) => layout(message, html`<h1>${status} ${message}</h1>`),
};

export const PagesModule = module('PagesModule', { declarations: [PagesController] });

export const pages = createApp(PagesModule, { platform: web(options) });
