// Runs inside a chapter's program, before its first line. Tells the workshop over IPC what the program does,
// and lets a check move the program's clock. Plain JavaScript: it is loaded beside the TypeScript loader.
import { subscribe } from 'node:diagnostics_channel';

const tell = (message) => {
  if (process.connected) process.send(message, () => {});
};

subscribe('trellis:listening', ({ url, app }) => {
  const routes = app.routes().map(({ method, path, handler, owner }) => ({
    method,
    path,
    handler: [owner, handler.name].filter((name) => name && name !== 'handler').join('.'),
  }));
  tell({ type: 'listening', url, routes });
});

if (process.env.TRELLIS_TRACE === '1') {
  subscribe('trellis:request', (trace) => tell({ type: 'trace', trace }));
}

// `npm run chapter` reads the output through a pipe and passes it on to a terminal: logs should look the part.
if (process.env.TRELLIS_TERMINAL === '1') process.stderr.isTTY = true;

let offset = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + offset;
  }
};

process.on('message', (message) => {
  if (message.type === 'advance') {
    offset += message.milliseconds;
    tell({ type: 'advanced' });
  }
  // A signal that also exists on Windows: the application's own handler decides what it means.
  if (message.type === 'stop' && !process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
});

// The channel must neither keep a finished program alive nor outlive the workshop.
process.channel?.unref();
process.on('disconnect', () => process.exit(1));
if (process.send !== undefined && !process.connected) process.exit(1);
