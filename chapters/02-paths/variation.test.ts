import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, {
  adds: ['/archive/:year', '/archive/:year/:month', '/archive/:year/:month/:day', '/archive/*'],
});

check('a year is the days from 1 January to 31 December', async (app) => {
  for (const year of ['2026', anyYear(), anyYear()]) {
    const response = await app.get(`/archive/${year}`);
    expectDays(response, `${year}-01-01`, `${year}-12-31`);
  }
});

check('a month is the days from its first to its last', async (app) => {
  const year = anyYear();
  for (let month = 1; month <= 12; month++) {
    const name = String(month).padStart(2, '0');
    const response = await app.get(`/archive/${year}/${name}`);
    expectDays(response, `${year}-${name}-01`, `${year}-${name}-${lastDay(Number(year), month)}`);
  }
});

check('a day begins and ends with itself', async (app) => {
  for (const date of ['2026-11-18', `${anyYear()}-10-31`, `${anyYear()}-01-01`, '2024-02-29']) {
    const response = await app.get(`/archive/${date.replaceAll('-', '/')}`);
    expectDays(response, date, date);
  }
});

check('February has 29 days in leap years, and only then', async (app) => {
  const cause =
    'every fourth year is a leap year, but of those that end with 00 only every fourth: 2000, and not 1900.';
  for (const year of [2023, 2024, 1900, 2000, 2100, 2400]) {
    const last = lastDay(year, 2);
    expectDays(await app.get(`/archive/${year}/02`), `${year}-02-01`, `${year}-02-${last}`, cause);
    const day = await app.get(`/archive/${year}/02/29`);
    if (last === 29) expectDays(day, `${year}-02-29`, `${year}-02-29`, cause);
    else expectNoDate(day, cause);
  }
});

check('the first hundred years are years, too', async (app) => {
  const cause = '`Date` takes the years 0 to 99 for 1900 to 1999.';
  expectDays(await app.get('/archive/0099'), '0099-01-01', '0099-12-31', cause);
  expectDays(await app.get('/archive/0004/02'), '0004-02-01', '0004-02-29', cause);
});

check('what is not in the calendar is not a date', async (app) => {
  const cause = 'a month or a day that does not exist becomes another one. `Date` counts on without a word.';
  for (const path of [
    '2026/00',
    '2026/13',
    '2026/99',
    '2026/11/00',
    '2026/11/31',
    '2026/02/30',
    '2026/12/32',
    '2026/13/01',
  ])
    expectNoDate(await app.get(`/archive/${path}`), cause);
});

check('years have four digits, months and days two', async (app) => {
  const cause = 'the segment is converted to a number before anything looks at its characters.';
  const strange = ['26', '02026', '2e3', '+026', '%20026', '0x7e', 'year', '2026-11', '２０２６', '2026%0a', '-026'];
  const paths = [...strange, ...['1', '011', '1e', '%201', '+1', '.1', 'ab'].map((month) => `2026/${month}`)];
  const days = ['1', '001', '1.', '%201', 'xx', '-1'].map((day) => `2026/11/${day}`);
  for (const path of [...paths, ...days]) expectNoDate(await app.get(`/archive/${path}`), cause);
});

check('the dates are the same wherever the server is', async (app) => {
  for (const TZ of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    const abroad: Session = app.fresh({ TZ });
    const cause = `the first day depends on the time zone of the server, ${TZ} here: toISOString() shows the time in UTC.`;
    expectDays(await abroad.get('/archive/2026/11'), '2026-11-01', '2026-11-30', cause);
    expectDays(await abroad.get('/archive/2026'), '2026-01-01', '2026-12-31', cause);
    expectDays(await abroad.get('/archive/2026/03/29'), '2026-03-29', '2026-03-29', cause);
  }
});

check('the other routes work as before', async (app) => {
  const tag = random.word();
  (await app.get(`/tags/${tag}`)).status(200).json({ tag }, 'the new routes catch a path that is not theirs.');
  const file = `archive/${tag}.jpg`;
  (await app.get(`/files/${file}`)).status(200).json({ file }, 'the new routes catch a path that is not theirs.');
});

function anyYear(): string {
  return String(1000 + (random.number() % 8999));
}

function lastDay(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function expectDays(response: Answer, from: string, to: string, because?: string): void {
  response.status(200).json({ from, to }, because ?? reasonFor(from, to));
}

function reasonFor(from: string, to: string) {
  return ({ body }: Answer) => {
    if (body?.from === null) return 'this date is in the calendar, and your program says that it is none.';
    if (body?.from === to && body?.to === from) return 'the first and the last day are swapped.';
    if (body?.from !== from) return 'the first day is another one, or has another form than 2026-11-01.';
    return 'the last day is another one: months have 28 to 31 days.';
  };
}

function expectNoDate(response: Answer, because: string): void {
  response.status(200).json({ from: null, to: null }, because);
}
