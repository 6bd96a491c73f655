import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { TokensModule } from '../auth/tokens.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AdminController } from './admin.controller.ts';

/** For the people who run the blog. */
export const AdminModule = module('AdminModule', {
  imports: [AuthModule, TokensModule, UsersModule],
  declarations: [AdminController],
});
