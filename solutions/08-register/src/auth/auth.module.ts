import { module } from 'trellis';
// #region step-1
import { UsersModule } from '../users/users.module.ts';
// #endregion
import { AuthController } from './auth.controller.ts';
// #region step-1
import { BcryptPool } from './bcrypt-pool.ts';
import { Passwords } from './passwords.ts';
// #endregion

/** Who may come in. */
export const AuthModule = module('AuthModule', {
  // #region step-1
  imports: [UsersModule],
  declarations: [AuthController, BcryptPool, Passwords],
  // #starter
  // declarations: [AuthController],
  // #endregion
});
