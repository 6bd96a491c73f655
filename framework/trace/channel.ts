import { channel } from 'node:diagnostics_channel';

/** Publishes one `RequestTrace` per request. Without a subscriber nothing is recorded and nothing is allocated. */
export const requests = channel('trellis:request');

/** Publishes `{ url, app, built }` when a server has opened its port: `built` are its instances, for tools that inspect them. */
export const listening = channel('trellis:listening');
