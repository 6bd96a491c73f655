import { module } from 'trellis';
import { AuthController } from './auth.controller.ts';

/** Registration and login. */
export const AuthModule = module('AuthModule', {
  declarations: [AuthController],
});
