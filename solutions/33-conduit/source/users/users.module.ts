// #region step-1
import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { Recognize, RequireUser } from './authentication.ts';
import { Passwords } from './passwords.ts';
import { TokensService } from './tokens.service.ts';
import { UsersController } from './users.controller.ts';
import { UsersService } from './users.service.ts';

/** Accounts, and who is calling. */
export const UsersModule = module('UsersModule', {
  imports: [StoreModule],
  exports: [Recognize, RequireUser, UsersService],
  declarations: [Passwords, Recognize, RequireUser, TokensService, UsersController, UsersService],
});
// #endregion
