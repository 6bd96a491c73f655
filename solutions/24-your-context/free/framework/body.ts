/** Parses JSON. Throws 400 if it isn't, or if it has a key that could replace the prototype of another object. */
export function parseJson(_bytes: Buffer): unknown {
  throw new Error('Nothing has been written yet.');
}
