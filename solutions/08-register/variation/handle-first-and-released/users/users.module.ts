import { module } from 'trellis';
import { Handles } from './handles.ts';
import { UsersController } from './users.controller.ts';
import { UsersService } from './users.service.ts';

/** The users and their table. */
export const UsersModule = module('UsersModule', {
  exports: [UsersService, Handles],
  declarations: [UsersController, UsersService, Handles],
});
