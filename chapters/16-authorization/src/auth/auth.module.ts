import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { Accept } from './accept.ts';
import { ApiKeyAuth } from './api-key-auth.ts';
import { ApiKeysController } from './api-keys.controller.ts';
import { ApiKeysService } from './api-keys.service.ts';
import { AuthController } from './auth.controller.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { BearerAuth } from './bearer-auth.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { RefreshTokensService } from './refresh-tokens.service.ts';
import { SessionAuth } from './session-auth.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsService } from './sessions.service.ts';
import { TokensController } from './tokens.controller.ts';
import { TokensService } from './tokens.service.ts';

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  imports: [UsersModule],
  exports: [Accept, BearerAuth],
  declarations: [
    Accept,
    ApiKeyAuth,
    ApiKeysController,
    ApiKeysService,
    AuthController,
    BcryptPool,
    BearerAuth,
    Credentials,
    Passwords,
    RefreshTokensService,
    SessionAuth,
    SessionsController,
    SessionsService,
    TokensController,
    TokensService,
  ],
});
