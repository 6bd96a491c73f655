import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { UsersService } from './users.service.ts';

/** The users and their table. */
export const UsersModule = module('UsersModule', {
  imports: [StoreModule],
  exports: [UsersService],
  declarations: [UsersService],
});
