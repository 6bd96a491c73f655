// Part of preload.mjs: notes for X-ray why `jwt.verify` rejected the token of a request. A program responds with the same
// message to every token that it rejects, and it should; but the author of the program wants to know the reason.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';

/** The verdict on the token of the current request. */
const current = new AsyncLocalStorage();
let isWatching = false;

/** Call it before the first request of each server. Its listener has to run before the server's own. */
export function watchTokens(server) {
  server.prependListener('request', () => isWatching && current.enterWith({}));
}

/** Call it when the program has been loaded: a program that doesn't use `jsonwebtoken` pays nothing. */
export function wrapVerify() {
  const { cache } = createRequire(import.meta.url);
  const name = Object.keys(cache).find((file) => /[\\/]jsonwebtoken[\\/]index\.js$/.test(file));
  const library = cache[name]?.exports;
  if (isWatching || typeof library?.verify !== 'function') return;
  isWatching = true;
  const { verify } = library;
  library.verify = (...args) => {
    const request = current.getStore();
    try {
      const claims = verify(...args);
      if (request) request.token = 'The signature and the expiry of the token are valid, so another check rejected it.';
      return claims;
    } catch (error) {
      if (request) request.token = reasonOf(error);
      throw error;
    }
  };
  subscribe('trellis:request', (trace) => {
    const { token } = current.getStore() ?? {};
    if (token && trace.status === 401) trace.token = token;
  });
}

const reasons = [
  [/^invalid signature$/, 'The signature does not match: the token was changed, or signed with another secret.'],
  [/^jwt signature is required$/, 'The token has no signature.'],
  [/^invalid algorithm$/, 'The token names an algorithm that the program does not allow.'],
  [/^jwt not active$/, 'The token is not valid yet.'],
  [/^jwt must be provided$/, 'The scheme has no token after it.'],
  [/^secret or public key must be provided$/, 'The program has no secret to check the signature with.'],
];

/** In our own words: a message of the library may quote the token. */
function reasonOf({ name, message, expiredAt }) {
  if (name === 'TokenExpiredError') {
    return `The token expired at ${expiredAt.toISOString().slice(0, 19).replace('T', ' ')} UTC.`;
  }
  return reasons.find(([pattern]) => pattern.test(message))?.[1] ?? 'The token is not a well-formed JWT.';
}
