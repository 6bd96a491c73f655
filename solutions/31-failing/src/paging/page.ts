import { type Context, HttpError } from 'trellis';

/** What lists are sorted by: the time, and for entries of the same millisecond the id. */
export interface Key {
  created_at: string;
  id: string;
}

/** A part of a list, newest first: at most `limit` entries, all of them older than `after`. */
export interface Page {
  limit: number;
  after: Key;
}

const usual = 50;
const most = 100;

/** Every timestamp sorts before this year. */
export const firstPage: Page = { limit: usual, after: { created_at: '9999', id: '' } };

/** One page of a list, and the address of the next one. */
export async function pageOf<T extends Key>(ctx: Context, load: (page: Page) => Promise<T[]>) {
  const limit = limitOf(ctx.query('limit'));
  // One more than we return tells us whether there is another page.
  const found = await load({ limit: limit + 1, after: keyOf(ctx.query('after')) });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  if (last === undefined || found.length <= limit) return { entries };
  const after = encodeURIComponent(`${last.created_at}_${last.id}`);
  return { entries, next: `${ctx.request.path}?limit=${limit}&after=${after}` };
}

/** The contract says that a list is an array, so the address of the next page is in a header. */
export async function inPages<T extends Key>(ctx: Context, load: (page: Page) => Promise<T[]>): Promise<T[]> {
  const { entries, next } = await pageOf(ctx, load);
  if (next !== undefined) ctx.response.setHeader('Link', `<${next}>; rel="next"`);
  return entries;
}

function limitOf(value: string): number {
  if (value === '') return usual;
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new HttpError(400, 'Invalid request');
  return Math.min(Number(value), most);
}

/** Any string will do, because it is only compared. An entry that was deleted in the meantime still has its place. */
function keyOf(value: string): Key {
  if (value === '') return firstPage.after;
  const [created_at = '', id = ''] = value.split('_');
  return { created_at, id };
}
