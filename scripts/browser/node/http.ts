import { METHODS, STATUS_CODES } from 'node-at-build';
import { Agent, globalAgent } from './http/agent.ts';
import { ClientRequest, get, request } from './http/client.ts';
import { IncomingMessage } from './http/incoming.ts';
import { OutgoingMessage } from './http/outgoing.ts';
import { maxHeaderSize } from './http/parser.ts';
import { ServerResponse } from './http/response.ts';
import { createServer, Server } from './http/server.ts';
import { validateHeaderName, validateHeaderValue } from './http/validate.ts';

export {
  Agent,
  ClientRequest,
  createServer,
  get,
  globalAgent,
  IncomingMessage,
  METHODS,
  maxHeaderSize,
  OutgoingMessage,
  request,
  Server,
  ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
};
