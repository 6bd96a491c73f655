import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { AuthController } from './auth.controller.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { BearerAuth } from './bearer-auth.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { TokensService } from './tokens.service.ts';

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  imports: [UsersModule],
  exports: [BearerAuth],
  declarations: [AuthController, BcryptPool, BearerAuth, Credentials, Passwords, TokensService],
});
