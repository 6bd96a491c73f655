/** The known names most similar to a mistyped one: at most three, the most similar first. */
export function nearest(typed: string, known: Iterable<string>): string[] {
  const limit = Math.max(1, Math.floor(typed.length / 3));
  return [...new Set(known)]
    .map((name) => ({ name, distance: distanceOf(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= limit || (typed.length > 1 && name.startsWith(typed)))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** A sentence to append to a message: ` Did you mean --name?`. Empty if no name is similar. */
export function didYouMean(typed: string, known: Iterable<string>, write = (name: string) => name): string {
  const names = nearest(typed, known).map(write);
  if (names.length === 0) return '';
  const last = names.pop();
  return ` Did you mean ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last}?`;
}

/** The number of insertions, deletions, replacements and swaps of neighbours. A swap, a common typo, counts once. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
    }
    before = above;
    above = current;
  }
  return above[b.length]!;
}
