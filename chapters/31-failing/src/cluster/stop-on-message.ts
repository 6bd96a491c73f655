/** Lets the supervisor stop this worker by a message, because Windows has no signals. It does what Ctrl-C does. */
export function stopOnMessage(): void {
  process.on('message', (message) => {
    // If nothing handles the signal yet, the program is still starting, and has nothing to finish.
    if (message === 'stop' && !process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
  });
}
