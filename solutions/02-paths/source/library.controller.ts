// #region step-1
import type { Context, Controller, Route } from 'trellis';
// #starter
// import type { Controller, Route } from 'trellis';
// #endregion

/** Returns what it finds in the URL, so that you can see what the router extracts. */
export class LibraryController implements Controller {
  routes(): Route[] {
    return [
      // #region step-1
      { method: 'GET', path: '/tags/:tag', handler: this.tag },
      // #starter
      // // Step 1: add a route for every tag.
      // #endregion
      // #region step-2
      { method: 'GET', path: '/readers/:reader/posts/:post', handler: this.post },
      // #starter
      // // Step 2: add a route for every post of every reader.
      // #endregion
      // #region step-3
      { method: 'GET', path: '/search', handler: this.search },
      // #starter
      // // Step 3: add the route for searching.
      // #endregion
      // #region step-4
      { method: 'GET', path: '/files/*', handler: this.file },
      // #starter
      // // Step 4: add a route for every file in every folder.
      // #endregion
      // #region step-5
      { method: 'GET', path: '/tags/*', handler: this.below },
      { method: 'GET', path: '/tags/popular', handler: this.popular },
      // #starter
      // // Step 5: add two more routes below /tags.
      // #endregion
    ];
  }

  // #region step-1
  tag(ctx: Context) {
    return { tag: ctx.param('tag') };
  }
  // #starter
  // // Step 1: add the handler that returns the tag from the path.
  // #endregion

  // #region step-2
  post(ctx: Context) {
    return { reader: ctx.param('reader'), post: ctx.param('post') };
  }
  // #starter
  // // Step 2: add the handler that returns the reader and the post.
  // #endregion

  // #region step-3
  search(ctx: Context) {
    return { q: ctx.query('q'), page: Number(ctx.queryDefault('page', '1')) };
  }
  // #starter
  // // Step 3: add the handler that returns the search words and the page number.
  // #endregion

  // #region step-4
  file(ctx: Context) {
    return { file: ctx.param('*') };
  }
  // #starter
  // // Step 4: add the handler that returns the rest of the path.
  // #endregion

  // #region step-5
  popular() {
    return { popular: 'gardening' };
  }

  below(ctx: Context) {
    return { below: ctx.param('*') };
  }
  // #starter
  // // Step 5: add their two handlers.
  // #endregion
}
