import { module } from 'trellis';
import { ProfilesController } from './profiles.controller.ts';
import { UsersService } from './users.service.ts';

/** The users and their table. */
export const UsersModule = module('UsersModule', {
  exports: [UsersService],
  declarations: [ProfilesController, UsersService],
});
