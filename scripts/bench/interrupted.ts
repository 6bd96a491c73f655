/** Cleans up before the end, once: Ctrl-C may reach us twice, from the terminal and from the process that started us. */
export function whenInterrupted(cleanUp: () => Promise<void> | void): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (isEnding) return;
      isEnding = true;
      await cleanUp();
      process.exit(130);
    });
  }
}
