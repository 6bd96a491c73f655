import { Writable } from 'node:stream';

/** The server for an assistant, on the standard input and output of this process, which ends with it. */
export async function startCoach(repository?: string): Promise<never> {
  // Only the protocol may be written to stdout. Whatever else is printed, by a library or a check, goes to stderr.
  const write = process.stdout.write.bind(process.stdout);
  const protocol = new Writable({ write: (chunk, encoding, done) => void write(chunk, encoding, done) });
  process.stdout.write = process.stderr.write.bind(process.stderr);

  // A mistake of ours in one request must not end the conversation.
  process.on('unhandledRejection', (error) => console.error(error));
  // As if the client had ended the input: the program of a check, or its database, must not be left behind.
  const end = () => process.stdin.destroy();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  protocol.on('error', end);
  process.stdout.on('error', end);

  if (process.stdin.isTTY) console.error('This is a server for an assistant. How to connect one: docs/guide/coach.md');

  // Loaded after that: they may print.
  const { Coach } = await import('./coach.ts');
  const { serveCoach } = await import('./server.ts');
  await serveCoach(new Coach(repository), process.stdin, protocol);
  process.exit();
}
