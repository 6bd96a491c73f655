/** A function of Node that has no stand-in. It can be imported, and calling it says what to do. */
export function missing(module: string, name: string): () => never {
  return () => {
    throw new Error(
      `${name} of ${module} does not exist in the browser. This part works on your own machine: see "Continue on your machine".`,
    );
  };
}

/** A stand-in, and its missing functions, whose names are separated by spaces. */
export function whole(module: string, own: object, names: string): Readonly<Record<string, unknown>> {
  const rest = names.split(' ').filter(Boolean);
  return { ...Object.fromEntries(rest.map((name) => [name, missing(module, name)])), ...own };
}
