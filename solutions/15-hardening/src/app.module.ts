import { module } from 'trellis';
// #region step-1
import { AdminModule } from './admin/admin.module.ts';
// #endregion
// #region step-5
import { ApiModule } from './api/api.module.ts';
// #endregion
import { AuthModule } from './auth/auth.module.ts';
// #region step-3
import { EdgeModule } from './edge/edge.module.ts';
// #endregion
import { PostsModule } from './posts/posts.module.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  // #region step-1
  imports: [PostsModule, AuthModule, AdminModule, EdgeModule, ApiModule],
  // #starter
  // // Steps 1, 3 and 5: more modules.
  // imports: [PostsModule, AuthModule],
  // #endregion
});
