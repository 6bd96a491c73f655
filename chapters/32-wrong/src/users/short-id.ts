/** The first part of an id, with which people can recognize it in a log. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
