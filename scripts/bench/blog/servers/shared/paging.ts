import { Refused } from './refused.ts';

/** A part of a list, newest first: at most `limit` entries, all of them older than `after`. */
export interface Page {
  limit: number;
  created_at: string;
  id: string;
}

interface Entry {
  created_at: string;
  id: string;
}

/** From the query parameters `limit` and `after`, by the same rules as the blog of chapter 18. */
export function pageOf({ limit, after }: { limit?: unknown; after?: unknown }): Page {
  const [created_at = '', id = ''] = after ? String(after).split('_') : ['9999', ''];
  return { limit: limitOf(String(limit ?? '')), created_at, id };
}

/** `found` has one entry more than the page if there is another page. */
export function entriesOf<T extends Entry>(found: T[], page: Page, path: string): { entries: T[]; link?: string } {
  const entries = found.slice(0, page.limit);
  const last = entries.at(-1);
  if (last === undefined || found.length <= page.limit) return { entries };
  const after = encodeURIComponent(`${last.created_at}_${last.id}`);
  return { entries, link: `<${path}?limit=${page.limit}&after=${after}>; rel="next"` };
}

function limitOf(value: string): number {
  if (value === '') return 50;
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Refused(400, 'Invalid request');
  return Math.min(Number(value), 100);
}
