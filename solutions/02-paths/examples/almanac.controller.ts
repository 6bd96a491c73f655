import type { Context, Controller, Route } from 'trellis';

export class AlmanacController implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/months/:month/days/:day', handler: this.day },
      { method: 'GET', path: '/weather', handler: this.weather },
      { method: 'GET', path: '/pictures/*', handler: this.picture },
    ];
  }

  day(ctx: Context) {
    return { day: ctx.param('day'), month: ctx.param('month') };
  }

  weather(ctx: Context) {
    return { place: ctx.queryDefault('place', 'everywhere'), days: Number(ctx.query('days')) };
  }

  picture(ctx: Context) {
    return { picture: ctx.param('*') };
  }
}
