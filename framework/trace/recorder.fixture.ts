import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { IncomingRequest, noParams } from '../http/request.ts';
import { RequestTrace } from './request-trace.ts';

/** A trace of no request in particular. */
export function recorder(): RequestTrace {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' });
  return new RequestTrace(
    new IncomingRequest(incoming, { path: '/', query: '' }, noParams, 0),
    new ServerResponse(incoming),
    '/',
    undefined,
  );
}
