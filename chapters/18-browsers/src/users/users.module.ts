import { module } from 'trellis';
import { UsersService } from './users.service.ts';

/** The users and their table. */
export const UsersModule = module('UsersModule', {
  exports: [UsersService],
  declarations: [UsersService],
});
