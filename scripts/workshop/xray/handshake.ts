import { isSame, newSecret, proofOf } from '../secret.ts';

/** The header with which a feed proves that it is one. */
const proofHeader = 'x-trellis-proof';

export interface Greeting {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether these are the headers of the feed that the greeting was for. */
  isReturned(headers: Readonly<Record<string, string | string[] | undefined>>): boolean;
}

/**
 * What a listener sends to a feed. Both prove that they know the token, and neither tells it. A workshop that was killed leaves
 * its file behind, and any user of this machine can listen on its port from then on: they must not learn the token, and
 * what they say is not a trace.
 */
export function greet(token: string): Greeting {
  const nonce = newSecret();
  return {
    headers: { authorization: `Trellis ${nonce} ${proofOf(token, `listener ${nonce}`)}` },
    isReturned: ({ [proofHeader]: proof = '' }) => isSame(String(proof), proofOf(token, `feed ${nonce}`)),
  };
}

/** The headers of the response to a greeting. Undefined if it comes from somebody who doesn't know the token. */
export function returnGreeting(authorization = '', token: string): Record<string, string> | undefined {
  const [, nonce = '', proof = ''] = /^Trellis (\w+) (\w+)$/.exec(authorization) ?? [];
  if (!isSame(proof, proofOf(token, `listener ${nonce}`))) return undefined;
  return { [proofHeader]: proofOf(token, `feed ${nonce}`) };
}
