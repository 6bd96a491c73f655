import { module } from 'trellis';
// #region step-1
import { StoreModule } from '../store/store.module.ts';
// #endregion
import { UsersService } from './users.service.ts';

/** The users and their table. */
export const UsersModule = module('UsersModule', {
  // #region step-1
  imports: [StoreModule],
  // #endregion
  exports: [UsersService],
  declarations: [UsersService],
});
