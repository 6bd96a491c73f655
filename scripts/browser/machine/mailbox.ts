interface Receiver {
  on(event: 'newListener', listener: (name: string) => void): unknown;
  emit(event: 'message', message: unknown): unknown;
  listenerCount(event: 'message'): number;
}

/** Messages wait until the code of a new process listens for them, as in Node. */
export function mailbox(receiver: Receiver): (message: unknown) => void {
  const waiting: unknown[] = [];
  receiver.on('newListener', (name) => {
    if (name !== 'message') return;
    setImmediate(() => {
      for (const message of waiting.splice(0)) receiver.emit('message', message);
    });
  });
  return (message) => {
    if (receiver.listenerCount('message') === 0 || waiting.length > 0) waiting.push(message);
    else receiver.emit('message', message);
  };
}
