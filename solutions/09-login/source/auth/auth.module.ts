import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { AuthController } from './auth.controller.ts';
import { BcryptPool } from './bcrypt-pool.ts';
// #region step-3
import { Credentials } from './credentials.ts';
// #endregion
import { Passwords } from './passwords.ts';
// #region step-4
import { TokensService } from './tokens.service.ts';
// #endregion

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  imports: [UsersModule],
  // #region step-4
  declarations: [AuthController, BcryptPool, Credentials, Passwords, TokensService],
  // #step-3
  // declarations: [AuthController, BcryptPool, Credentials, Passwords],
  // #starter
  // declarations: [AuthController, BcryptPool, Passwords],
  // #endregion
});
