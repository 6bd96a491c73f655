export function noJsonForm(value: unknown): Error {
  return new TypeError(
    `ctx.json(): a value of type ${typeof value} has no JSON form. Did you pass a function instead of calling it?`,
  );
}

export function notSendable(value: unknown): Error {
  return new TypeError(`ctx.send() takes a string or bytes, not ${typeof value}. Use ctx.json() for other values.`);
}

/** `next()` returns the context if the handler responded with `ctx.json()`, and a context inside of a value is a mistake. */
export function contextInValue(): Error {
  return new TypeError(
    'The value to serialize contains the context itself. A middleware that changes the result has to return ctx unchanged ' +
      'if next() returned it, because the handler has responded with ctx.json(), ctx.send() or the like.',
  );
}

/** The end of a warning that starts with the method and the path of the request. */
export const respondedEarly =
  'got its response before its bind() had finished. Is an await missing in front of bind(), or a return in front of next()?';
