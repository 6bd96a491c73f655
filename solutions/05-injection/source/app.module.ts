import { module } from 'trellis';
// #region step-5
import { AdminModule } from './admin/admin.module.ts';
// #endregion
import { PostsModule } from './posts/posts.module.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  // #region step-5
  imports: [PostsModule, AdminModule],
  // #starter
  // imports: [PostsModule],
  // #endregion
});
