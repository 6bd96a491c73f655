import { module } from 'trellis';
import { TokensModule } from '../auth/tokens.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AdminController } from './admin.controller.ts';

/** For those who run the blog. */
export const AdminModule = module('AdminModule', {
  imports: [TokensModule, UsersModule],
  declarations: [AdminController],
});
