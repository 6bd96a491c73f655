import { createApp, module } from 'trellis';
import { Accounts, AccountsController } from './accounts.ts';
import { PostsController } from './posts.ts';

const target = module('Target', { declarations: [Accounts, AccountsController, PostsController] });

// On a busy machine it is slow, and never refuses a request for that reason: an attack should only fail because of the program.
await createApp(target, { limits: { eventLoopDelay: Number.POSITIVE_INFINITY } }).listen();
