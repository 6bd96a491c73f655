import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { AuthController } from './auth.controller.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { BearerAuth } from './bearer-auth.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
// #region step-3
import { SessionAuth } from './session-auth.ts';
// #endregion
// #region step-1
import { SessionsController } from './sessions.controller.ts';
import { SessionsService } from './sessions.service.ts';
// #endregion
import { TokensService } from './tokens.service.ts';

/** Who may come in. */
export const AuthModule = module('AuthModule', {
  imports: [UsersModule],
  exports: [BearerAuth],
  // #region step-1
  declarations: [
    AuthController,
    BcryptPool,
    BearerAuth,
    Credentials,
    Passwords,
    // #endregion
    // #region step-3
    SessionAuth,
    // #endregion
    // #region step-1
    SessionsController,
    SessionsService,
    TokensService,
  ],
  // #starter
  // // Step 1: the sessions and their controller, and in step 3 the middleware.
  // declarations: [AuthController, BcryptPool, BearerAuth, Credentials, Passwords, TokensService],
  // #endregion
});
