import { type AppOptions, html, web } from 'trellis';
import { appOptions } from '../app.options.ts';
import { Audit } from '../edge/audit.ts';
import { CrossOriginProtection } from '../edge/cross-origin-protection.ts';
import { Csrf } from './csrf.ts';
import { layout, type View } from './layout.ts';
import { PageHeaders } from './page-headers.ts';
import { Visitor } from './visitor.ts';

/** What holds for every page. */
export const pagesOptions: AppOptions = {
  platform: web({
    serialize: (view, ctx) => layout(view as View, ctx),
    errorPage: (status, message, ctx) => layout({ title: message, main: html`<p class="quiet">${status}</p>` }, ctx),
  }),
  middlewares: [PageHeaders, Audit, Visitor, CrossOriginProtection, Csrf],
  limits: appOptions.limits,
};
