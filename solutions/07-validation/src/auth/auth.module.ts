import { module } from 'trellis';
import { AuthController } from './auth.controller.ts';

/** Registration, and from chapter 09 on, logging in. */
export const AuthModule = module('AuthModule', {
  declarations: [AuthController],
});
