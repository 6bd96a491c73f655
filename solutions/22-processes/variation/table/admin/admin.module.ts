import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { TokensModule } from '../auth/tokens.module.ts';
import { ReadOnlyModule } from '../read-only/read-only.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AdminController } from './admin.controller.ts';
import { ReadOnlyController } from './read-only.controller.ts';

/** For the people who run the blog. */
export const AdminModule = module('AdminModule', {
  imports: [AuthModule, ReadOnlyModule, TokensModule, UsersModule],
  declarations: [AdminController, ReadOnlyController],
});
