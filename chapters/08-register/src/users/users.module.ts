import { module } from 'trellis';
import { UsersService } from './users.service.ts';

export const UsersModule = module('UsersModule', {
  exports: [UsersService],
  declarations: [UsersService],
});
