import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface Times {
  /** How long the headers may take, and the whole request, in milliseconds. */
  readonly headers: number;
  readonly request: number;
}

export interface Clock {
  headersAreHere(incoming: IncomingMessage): void;
}

/** Looks at one connection from time to time, and tells once if its client is too slow. */
export function watch(connection: Socket, { headers, request }: Times, tooLate: () => void): Clock {
  let begun = performance.now();
  let incoming: IncomingMessage | undefined;
  /** What the client had sent at the end of its last request. Undefined while a request is arriving. */
  let quietSince: number | undefined;

  const look = () => {
    if (incoming?.complete) {
      incoming = undefined;
      quietSince = connection.bytesRead;
    } else if (quietSince === undefined) {
      if (performance.now() - begun < (incoming ? request : headers)) return;
      clearInterval(timer);
      tooLate();
    } else if (connection.bytesRead > quietSince) begin();
  };
  const begin = () => {
    begun = performance.now();
    quietSince = undefined;
  };
  const timer = setInterval(look, Math.min(250, headers / 4));
  connection.once('close', () => clearInterval(timer));

  return {
    headersAreHere(arrived) {
      // The client may have sent all of it since the last look.
      if (incoming?.complete || quietSince !== undefined) begin();
      incoming = arrived;
    },
  };
}
