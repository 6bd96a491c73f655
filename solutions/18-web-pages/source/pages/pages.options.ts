// #region step-4
import { type AppOptions, crossOriginProtection, html, web } from 'trellis';
// #starter
// import { type AppOptions, html, web } from 'trellis';
// #endregion
import { appOptions } from '../app.options.ts';
import { Audit } from '../edge/audit.ts';
import { SecurityHeaders } from '../edge/security-headers.ts';
import { Csrf } from './csrf.ts';
import { layout, type View } from './layout.ts';
import { PageHeaders } from './page-headers.ts';
import { Visitor } from './visitor.ts';

/** What holds for every page. */
export const pagesOptions: AppOptions = {
  // #region step-1
  platform: web({
    serialize: (view, ctx) => layout(view as View, ctx),
    errorPage: (status, message, ctx) => layout({ title: message, main: html`<p class="quiet">${status}</p>` }, ctx),
  }),
  // #starter
  // // Step 1: the platform.
  // #endregion
  // #region step-4
  middlewares: [SecurityHeaders, PageHeaders, Audit, Visitor, Csrf, crossOriginProtection()],
  // #starter
  // // Step 4: two more, at the end.
  // middlewares: [SecurityHeaders, PageHeaders, Audit, Visitor],
  // #endregion
  limits: appOptions.limits,
};
