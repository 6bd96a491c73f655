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
      { method: 'GET', path: '/archive/*', handler: this.archive },
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

  archive(ctx: Context) {
    const [, year, month, day] = /^(\d{4})(?:\/(\d\d))?(?:\/(\d\d))?$/.exec(ctx.param('*')) ?? [];
    const from = dayOf(year, month ?? '01', day ?? '01');
    const to = day === undefined ? endOf(Number(year), month) : from;
    return from === undefined ? { from: null, to: null } : { from, to };
  }

  below(ctx: Context) {
    return { below: ctx.param('*') };
  }
}

/** Undefined if the calendar has no such day. */
function dayOf(year = '', month: string, day: string): string | undefined {
  const date = utc(Number(year), Number(month), Number(day));
  const text = `${year}-${month}-${day}`;
  return year !== '' && iso(date) === text ? text : undefined;
}

/** The day before the first of the next month, or year. */
function endOf(year: number, month: string | undefined): string {
  return iso(month === undefined ? utc(year, 12, 31) : utc(year, Number(month) + 1, 0));
}

/** The constructor would take the years 0 to 99 for 1900 to 1999. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function iso(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
