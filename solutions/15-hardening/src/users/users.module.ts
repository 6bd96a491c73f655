import { module } from 'trellis';
// #region step-1
import { FirstAdmin } from './first-admin.ts';
// #endregion
import { UsersService } from './users.service.ts';

/** Everything about users. */
export const UsersModule = module('UsersModule', {
  exports: [UsersService],
  // #region step-1
  declarations: [FirstAdmin, UsersService],
  // #starter
  // declarations: [UsersService],
  // #endregion
});
