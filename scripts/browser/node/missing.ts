/** A function of Node that has no stand-in. It can be imported, and calling it says what to do. */
export function missing(module: string, name: string): () => never {
  return function () {
    throw new Error(
      `${name} of ${module} does not exist in the browser. This part works on your own machine: see "Continue on your machine".`,
    );
  };
}
