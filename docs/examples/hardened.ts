import {
  api,
  type CrossOriginOptions,
  createApp,
  crossOriginProtection,
  html,
  type JsonOnlyOptions,
  jsonOnly,
  logResponses,
  type Middleware,
  module,
  pagePolicy,
  requestId,
  type SecurityHeadersOptions,
  type StaticFilesOptions,
  securityHeaders,
  staticFiles,
  web,
} from 'trellis';
import { LibraryModule } from './library.ts';

const origins: CrossOriginOptions = { trusted: ['https://app.example.com'] };
const bodies: JsonOnlyOptions = { except: (ctx) => ctx.request.path.startsWith('/files') };

/** An API that pages of other sites can't use in a visitor's name. */
export const hardened = createApp(LibraryModule, {
  platform: api(),
  middlewares: [requestId(), securityHeaders(), crossOriginProtection(origins), jsonOnly(bodies)],
  onResponse: logResponses,
});

/** A year of caching: such a file gets a new name when it changes. */
const kept: StaticFilesOptions = { cacheControl: 'public, max-age=31536000, immutable' };

/** Lets pages of other sites show these files, for example in an `<img>`. */
const embeddable: Middleware = {
  handle(ctx, next) {
    ctx.response.setHeader('cross-origin-resource-policy', 'cross-origin');
    return next();
  },
};

class ShopController {
  routes() {
    return [
      { method: 'GET' as const, path: '/', handler: () => html`<!doctype html><title>Shop</title><h1>Shop</h1>` },
      {
        method: 'GET' as const,
        path: '/assets/*',
        middlewares: [embeddable],
        handler: staticFiles(new URL('./assets/', import.meta.url), kept),
      },
    ];
  }
}

const headers: SecurityHeadersOptions = { contentSecurityPolicy: pagePolicy, hsts: 0 };

export const shop = createApp(module('ShopModule', { declarations: [ShopController] }), {
  platform: web({ errorPage: (status, message) => html`<h1>${status} ${message}</h1>` }),
  middlewares: [securityHeaders(headers)],
});
