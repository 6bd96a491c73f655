import { createApp, crossOriginProtection, module } from 'trellis';
import { NotesController } from './notes.ts';

const target = module('Target', { declarations: [NotesController] });

await createApp(target, {
  middlewares: [crossOriginProtection()],
  // On a busy machine it is slow, and never refuses a request for that reason: an attack should only fail because of the program.
  limits: { eventLoopDelay: Number.POSITIVE_INFINITY },
}).listen();
