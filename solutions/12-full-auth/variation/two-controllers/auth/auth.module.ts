import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { AuthController } from './auth.controller.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { BearerAuth } from './bearer-auth.ts';
import { KnownVersions } from './by-version.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { TokensService } from './tokens.service.ts';
import { Version1 } from './version-1.ts';

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  imports: [UsersModule],
  exports: [BearerAuth, KnownVersions],
  declarations: [
    AuthController,
    BcryptPool,
    BearerAuth,
    Credentials,
    KnownVersions,
    Passwords,
    TokensService,
    Version1,
  ],
});
