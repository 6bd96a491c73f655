import { module } from 'trellis';
import { EdgeModule } from '../edge/edge.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ApiKeysService } from './api-keys.service.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { Credentials } from './credentials.ts';
import { LoginLimit } from './login-limit.ts';
import { Passwords } from './passwords.ts';
import { RefreshTokensService } from './refresh-tokens.service.ts';
import { RegisterLimit } from './register-limit.ts';
import { SessionsService } from './sessions.service.ts';
import { TokenCutoffs } from './token-cutoffs.ts';

const services = [ApiKeysService, Credentials, Passwords, RefreshTokensService, SessionsService, TokenCutoffs];

/** The services of authentication, for every platform. */
export const AuthModule = module('AuthModule', {
  imports: [EdgeModule, UsersModule],
  exports: [...services, BcryptPool, LoginLimit, RegisterLimit],
  declarations: [...services, BcryptPool, LoginLimit, RegisterLimit],
});
