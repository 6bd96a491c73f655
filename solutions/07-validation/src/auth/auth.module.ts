import { module } from 'trellis';
import { AuthController } from './auth.controller.ts';

/** Who may come in. */
export const AuthModule = module('AuthModule', {
  declarations: [AuthController],
});
