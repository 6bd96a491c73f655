import { createApp, module } from 'trellis';
import { AccountsController } from './accounts.ts';
import { RememberCookie } from './remember-cookie.ts';

const target = module('Target', { declarations: [RememberCookie, AccountsController] });

// On a busy machine it is slow, and never refuses a request for that reason: an attack should only fail because of the program.
await createApp(target, { limits: { eventLoopDelay: Number.POSITIVE_INFINITY } }).listen();
