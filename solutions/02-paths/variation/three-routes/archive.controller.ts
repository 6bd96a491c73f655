import type { Context, Controller, Route } from 'trellis';

/** The days of a year, of a month, and a single day. */
export class ArchiveController implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/archive/:year', handler: this.year },
      { method: 'GET', path: '/archive/:year/:month', handler: this.month },
      { method: 'GET', path: '/archive/:year/:month/:day', handler: this.day },
    ];
  }

  year(ctx: Context) {
    return days(ctx.param('year'), ['01', '01'], ['12', '31']);
  }

  month(ctx: Context) {
    const [year, month] = [ctx.param('year'), ctx.param('month')];
    return days(year, [month, '01'], [month, String(lastDay(Number(year), Number(month)))]);
  }

  day(ctx: Context) {
    const day: [string, string] = [ctx.param('month'), ctx.param('day')];
    return days(ctx.param('year'), day, day);
  }
}

function days(year: string, first: [string, string], last: [string, string]) {
  const isDate = isDay(year, ...first) && isDay(year, ...last);
  if (!isDate) return { from: null, to: null };
  return { from: [year, ...first].join('-'), to: [year, ...last].join('-') };
}

function isDay(year: string, month: string, day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(`${year}-${month}-${day}`)) return false;
  return (
    Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= lastDay(Number(year), Number(month))
  );
}

function lastDay(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return lengths[month - 1] ?? 0;
}
