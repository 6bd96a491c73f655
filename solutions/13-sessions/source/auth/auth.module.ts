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
import { SessionsController } from './sessions.controller.ts';
import { SessionsService } from './sessions.service.ts';
import { TokensService } from './tokens.service.ts';

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  imports: [UsersModule],
  exports: [BearerAuth],
  declarations: [
    AuthController,
    BcryptPool,
    BearerAuth,
    Credentials,
    Passwords,
    // #region step-3
    SessionAuth,
    // #starter
    // // Step 3: the middleware.
    // #endregion
    SessionsController,
    SessionsService,
    TokensService,
  ],
});
