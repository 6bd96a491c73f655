import { module } from 'trellis';
// #region step-1
import { AuthModule } from '../auth/auth.module.ts';
// #endregion
import { PostsModule } from '../posts/posts.module.ts';
import { AdminController } from './admin.controller.ts';

/** What only whoever runs the blog should reach. */
export const AdminModule = module('AdminModule', {
  // #region step-1
  imports: [AuthModule, PostsModule],
  // #starter
  // imports: [PostsModule],
  // #endregion
  declarations: [AdminController],
});
