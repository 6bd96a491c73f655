import { module } from 'trellis';
// #region step-1
import { UsersModule } from '../users/users.module.ts';
// #endregion
import { AuthController } from './auth.controller.ts';
// #region step-4
import { BcryptPool } from './bcrypt-pool.ts';
// #endregion
// #region step-3
import { Passwords } from './passwords.ts';
// #endregion

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  // #region step-1
  imports: [UsersModule],
  // #endregion
  // #region step-4
  declarations: [AuthController, BcryptPool, Passwords],
  // #step-3
  // declarations: [AuthController, Passwords],
  // #starter
  // declarations: [AuthController],
  // #endregion
});
