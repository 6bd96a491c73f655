import type { Browser } from 'playwright-core';

interface Received {
  readonly sessionId: string;
  readonly message: string;
}

/** The memory of the worker with this name after a garbage collection, in bytes. */
export async function heapOf(browser: Browser, name: string): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
    const worker = targetInfos.find(({ type, title }) => type === 'worker' && title === name);
    if (worker === undefined) throw new Error(`No worker is called ${name}.`);
    const { sessionId } = await session.send('Target.attachToTarget', { targetId: worker.targetId, flatten: false });
    const ask = (id: number, method: string) =>
      new Promise<{ usedSize: number }>((resolve) => {
        session.on('Target.receivedMessageFromTarget', (event: Received) => {
          const message = JSON.parse(event.message) as { id: number; result: { usedSize: number } };
          if (event.sessionId === sessionId && message.id === id) resolve(message.result);
        });
        void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
      });
    await ask(1, 'HeapProfiler.collectGarbage');
    return (await ask(2, 'Runtime.getHeapUsage')).usedSize;
  } finally {
    await session.detach();
  }
}
