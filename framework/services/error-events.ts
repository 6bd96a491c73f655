const guarded = new WeakSet<NodeJS.EventEmitter>();

/** A reader that stops early (`| head`) causes an `error` event, which would end the process without a listener. */
export function ignoreErrorEvents(stream: NodeJS.EventEmitter): void {
  if (guarded.has(stream)) return;
  guarded.add(stream);
  stream.on('error', () => {});
}
