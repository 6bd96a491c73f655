export function noJsonForm(value: unknown): Error {
  return new TypeError(
    `ctx.json(): a value of type ${typeof value} has no JSON form. Did you pass a function instead of calling it?`,
  );
}

export function notSendable(value: unknown): Error {
  return new TypeError(`ctx.send() takes a string or bytes, not ${typeof value}. Use ctx.json() for other values.`);
}

export function notAStream(value: unknown): Error {
  return new TypeError(
    `ctx.stream() takes a stream of Node or of the web, an async iterable or a Response, not ${kindOf(value)}.`,
  );
}

export function notABody(value: unknown): Error {
  return new TypeError(`ctx.response.body is ${kindOf(value)}. It must be a string, a Uint8Array or a Readable.`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object of another kind' : `of type ${typeof value}`;
}

export function readTwice(now: string, before: string): Error {
  return new Error(
    `ctx.request.${now}() was called after ctx.request.${before}(). A body can only be read once: keep what you have read.`,
  );
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
