/** Makes a value when it is first asked for, and keeps it. */
export function lazily<T>(make: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: make() };
    return kept.value;
  };
}
