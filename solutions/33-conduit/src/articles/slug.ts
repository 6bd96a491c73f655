/**
 * The words of the title, and the end of the article's id: unique without asking the database, and never a word that a route
 * has already, such as `feed`. The same title has the same slug again.
 */
export function slugOf(title: string, id: string): string {
  const words = title
    // Splits é into e and its accent, and drops the accent.
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return [...(words ?? []), id.slice(-12)].join('-');
}
