import { module } from 'trellis';
import { UsersService } from './users.service.ts';

/** Everything about users. */
export const UsersModule = module('UsersModule', {
  exports: [UsersService],
  declarations: [UsersService],
});
