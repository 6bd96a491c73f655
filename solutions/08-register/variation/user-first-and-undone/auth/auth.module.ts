import { module } from 'trellis';
import { HandlesModule } from '../handles/handles.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AuthController } from './auth.controller.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { Passwords } from './passwords.ts';

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  imports: [HandlesModule, UsersModule],
  declarations: [AuthController, BcryptPool, Passwords],
});
