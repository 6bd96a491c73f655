import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { AuthController } from './auth.controller.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { RenewalController } from './renewal.controller.ts';
import { Renewals } from './renewals.ts';
import { TokensService } from './tokens.service.ts';

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  imports: [UsersModule],
  declarations: [AuthController, BcryptPool, Credentials, Passwords, RenewalController, Renewals, TokensService],
});
