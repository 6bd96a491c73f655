// #region step-1
import type { Context, Controller, Route } from 'trellis';
// #starter
// import type { Controller, Route } from 'trellis';
// #endregion

/** Finds its way through the blog by the address alone: every answer shows what the path and the query said. */
export class LibraryController implements Controller {
  routes(): Route[] {
    return [
      // #region step-1
      { method: 'GET', path: '/tags/:tag', handler: this.tag },
      // #starter
      // // Step 1: one route for every tag.
      // #endregion
      // #region step-2
      { method: 'GET', path: '/readers/:reader/posts/:post', handler: this.post },
      // #starter
      // // Step 2: one route for every post of every reader.
      // #endregion
      // #region step-3
      { method: 'GET', path: '/search', handler: this.search },
      // #starter
      // // Step 3: the route of the search.
      // #endregion
      // #region step-4
      { method: 'GET', path: '/files/*', handler: this.file },
      // #starter
      // // Step 4: one route for every file in every folder.
      // #endregion
      // #region step-5
      { method: 'GET', path: '/tags/*', handler: this.below },
      { method: 'GET', path: '/tags/popular', handler: this.popular },
      // #starter
      // // Step 5: two more routes that could answer for the same paths as the one of step 1.
      // #endregion
    ];
  }

  // #region step-1
  tag(ctx: Context) {
    return { tag: ctx.param('tag') };
  }
  // #starter
  // // Step 1: the handler that gives the tag of the path.
  // #endregion

  // #region step-2
  post(ctx: Context) {
    return { reader: ctx.param('reader'), post: ctx.param('post') };
  }
  // #starter
  // // Step 2: the handler that gives both.
  // #endregion

  // #region step-3
  search(ctx: Context) {
    return { q: ctx.query('q'), page: Number(ctx.queryDefault('page', '1')) };
  }
  // #starter
  // // Step 3: the handler that gives what is searched for, and the page as a number.
  // #endregion

  // #region step-4
  file(ctx: Context) {
    return { file: ctx.param('*') };
  }
  // #starter
  // // Step 4: the handler that gives the rest of the path.
  // #endregion

  // #region step-5
  popular() {
    return { popular: 'gardening' };
  }

  below(ctx: Context) {
    return { below: ctx.param('*') };
  }
  // #starter
  // // Step 5: their two handlers.
  // #endregion
}
