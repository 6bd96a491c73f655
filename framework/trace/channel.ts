import { channel } from 'node:diagnostics_channel';

/** Publishes one `RequestTrace` per request. Without a subscriber nothing is recorded and nothing is allocated. */
export const requests = channel('trellis:request');

/** Publishes `{ url, app }` when a server has opened its port. */
export const listening = channel('trellis:listening');
