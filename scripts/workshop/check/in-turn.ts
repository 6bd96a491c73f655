type Acts = Record<string, () => Promise<unknown>>;

/** The promise of each act's result. */
export type ActResults<T extends Acts> = { readonly [Name in keyof T]: ReturnType<T[Name]> };

/**
 * Starts a story whose acts run one after another, even if an earlier act failed. Each check awaits its own act only, so
 * it fails for its own reason, and two stories can run concurrently.
 */
export function inTurn<T extends Acts>(acts: T): ActResults<T> {
  let before: Promise<unknown> = Promise.resolve();
  const results = Object.entries(acts).map(([name, act]) => {
    const result = before.then(act);
    // The check that awaits the act gets its failure; until then it must not be an unhandled rejection.
    before = result.catch(() => {});
    return [name, result];
  });
  return Object.fromEntries(results) as ActResults<T>;
}
