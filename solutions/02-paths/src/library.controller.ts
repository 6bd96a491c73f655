import type { Context, Controller, Route } from 'trellis';

/** Returns what it finds in the URL, so that you can see what the router extracts. */
export class LibraryController implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/tags/:tag', handler: this.tag },
      { method: 'GET', path: '/readers/:reader/posts/:post', handler: this.post },
      { method: 'GET', path: '/search', handler: this.search },
      { method: 'GET', path: '/files/*', handler: this.file },
      { method: 'GET', path: '/tags/*', handler: this.below },
      { method: 'GET', path: '/tags/popular', handler: this.popular },
    ];
  }

  tag(ctx: Context) {
    return { tag: ctx.param('tag') };
  }

  post(ctx: Context) {
    return { reader: ctx.param('reader'), post: ctx.param('post') };
  }

  search(ctx: Context) {
    return { q: ctx.query('q'), page: Number(ctx.queryDefault('page', '1')) };
  }

  file(ctx: Context) {
    return { file: ctx.param('*') };
  }

  popular() {
    return { popular: 'gardening' };
  }

  below(ctx: Context) {
    return { below: ctx.param('*') };
  }
}
