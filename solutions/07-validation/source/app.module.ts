import { module } from 'trellis';
import { AdminModule } from './admin/admin.module.ts';
// #region step-3
import { AuthModule } from './auth/auth.module.ts';
// #endregion
import { PostsModule } from './posts/posts.module.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  // #region step-3
  imports: [PostsModule, AdminModule, AuthModule],
  // #starter
  // imports: [PostsModule, AdminModule],
  // #endregion
});
