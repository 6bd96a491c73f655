import type { Context, Controller, Route } from 'trellis';

/** The days of a year, of a month, and a single day: one handler, with what is missing filled in. */
export class ArchiveController implements Controller {
  routes(): Route[] {
    const paths = ['/archive/:year', '/archive/:year/:month', '/archive/:year/:month/:day'];
    return paths.map((path) => ({ method: 'GET', path, handler: this.archive }));
  }

  archive(ctx: Context) {
    const { year, month, day } = ctx.request.params();
    const from = [year, month ?? '01', day ?? '01'].join('-');
    const to = lastOf([year, month ?? '12'].join('-'), day);
    return isDay(from) && to !== undefined ? { from, to } : { from: null, to: null };
  }
}

/** The day itself, or else the last one that exists. */
function lastOf(month: string, day: string | undefined): string | undefined {
  const days = day === undefined ? ['31', '30', '29', '28'] : [day];
  return days.map((each) => `${month}-${each}`).find(isDay);
}

/** A day of the calendar is the same after a round trip: 30 February comes back as 2 March. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
