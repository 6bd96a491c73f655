import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AdminController } from './admin.controller.ts';
import { FirstAdmin } from './first-admin.ts';

/** For the people who run the blog. */
export const AdminModule = module('AdminModule', {
  imports: [AuthModule, UsersModule],
  declarations: [AdminController, FirstAdmin],
});
