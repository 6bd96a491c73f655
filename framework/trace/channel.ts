import { channel } from 'node:diagnostics_channel';

/** Publishes one `RequestTrace` per request, once it is over. Without a subscriber nothing is recorded and nothing is allocated. */
export const requests = channel('trellis:request');

/**
 * Publishes the `RequestTrace` of a request before its first layer runs, by `runStores`, so that a subscriber can follow all
 * that runs on its behalf. It isn't masked completely before its `update()` has been called.
 */
export const running = channel('trellis:running');

/** Publishes `{ url, app, built }` when a server has opened its port: `built` are its instances, for tools that inspect them. */
export const listening = channel('trellis:listening');
