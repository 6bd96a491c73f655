import { module } from 'trellis';
import { EdgeModule } from '../edge/edge.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { Accept } from './accept.ts';
import { ApiKeyAuth } from './api-key-auth.ts';
import { ApiKeysController } from './api-keys.controller.ts';
import { ApiKeysService } from './api-keys.service.ts';
import { AuthController } from './auth.controller.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { BearerAuth } from './bearer-auth.ts';
import { Credentials } from './credentials.ts';
import { LoginLimit } from './login-limit.ts';
import { PasswordController } from './password.controller.ts';
import { Passwords } from './passwords.ts';
import { RefreshTokensService } from './refresh-tokens.service.ts';
import { RegisterLimit } from './register-limit.ts';
import { SessionAuth } from './session-auth.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsService } from './sessions.service.ts';
import { TokenCutoffs } from './token-cutoffs.ts';
import { TokensController } from './tokens.controller.ts';
import { TokensService } from './tokens.service.ts';

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  imports: [EdgeModule, UsersModule],
  exports: [Accept, BearerAuth, TokenCutoffs],
  declarations: [
    Accept,
    ApiKeyAuth,
    ApiKeysController,
    ApiKeysService,
    AuthController,
    BcryptPool,
    BearerAuth,
    Credentials,
    LoginLimit,
    PasswordController,
    Passwords,
    RefreshTokensService,
    RegisterLimit,
    SessionAuth,
    SessionsController,
    SessionsService,
    TokenCutoffs,
    TokensController,
    TokensService,
  ],
});
