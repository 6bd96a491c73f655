import { module } from 'trellis';
import { AccessKeys } from './access-keys.ts';
import { AdminRoutes } from './admins.ts';
import { ArticleRoutes } from './articles.ts';
import { Gate } from './gate.ts';
import { KeyRoutes } from './key.routes.ts';
import { People } from './people.ts';
import { Sessions } from './sessions.ts';
import { AccountRoutes, SessionRoutes, TokenRoutes } from './sign-in.routes.ts';
import { Signer } from './signer.ts';
import { Tickets } from './tickets.ts';

/** The blog of chapter 16, written again by somebody who only knew its contract: one module, other tables, other names. */
export const AppModule = module('Blog', {
  declarations: [
    AccessKeys,
    AccountRoutes,
    AdminRoutes,
    ArticleRoutes,
    Gate,
    KeyRoutes,
    People,
    SessionRoutes,
    Sessions,
    Signer,
    Tickets,
    TokenRoutes,
  ],
});
