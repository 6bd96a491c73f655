type Acts = Record<string, () => Promise<unknown>>;

/** What will come of each act. */
export type Told<T extends Acts> = { readonly [Name in keyof T]: ReturnType<T[Name]> };

/**
 * Begins a story whose acts follow one another, whether or not those before them went well, while the checks look at each
 * as soon as it is over. So two stories run side by side, and a check still hears only of what is its own.
 */
export function inTurn<T extends Acts>(acts: T): Told<T> {
  let before: Promise<unknown> = Promise.resolve();
  const told = Object.entries(acts).map(([name, act]) => {
    const telling = before.then(act);
    // Whoever asks for it hears of its failure. Until then it is nobody's.
    before = telling.catch(() => {});
    return [name, telling];
  });
  return Object.fromEntries(told) as Told<T>;
}
