import { module } from 'trellis';
import { FirstAdmin } from './first-admin.ts';
import { UsersService } from './users.service.ts';

/** Everything about users. */
export const UsersModule = module('UsersModule', {
  exports: [UsersService],
  declarations: [FirstAdmin, UsersService],
});
