import type * as node from 'node:stream';
import * as streams from 'readable-stream/lib/ours/browser.js';

const own = (streams.default ?? streams) as typeof node & typeof node.default;

export const {
  Readable,
  Writable,
  Duplex,
  Transform,
  PassThrough,
  Stream,
  pipeline,
  finished,
  addAbortSignal,
  compose,
  promises,
  isDisturbed,
  isErrored,
  isReadable,
} = own as typeof own & Record<'compose' | 'isDisturbed' | 'isReadable', (...streams: unknown[]) => unknown>;
export const getDefaultHighWaterMark = (isObjectMode: boolean): number => (isObjectMode ? 16 : 65_536);

export default own;
