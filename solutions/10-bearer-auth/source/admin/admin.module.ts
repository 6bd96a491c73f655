import { module } from 'trellis';
// #region step-1
import { AuthModule } from '../auth/auth.module.ts';
// #endregion
import { PostsModule } from '../posts/posts.module.ts';
import { AdminController } from './admin.controller.ts';

/** The part of the blog for the people who run it. */
export const AdminModule = module('AdminModule', {
  // #region step-1
  imports: [AuthModule, PostsModule],
  // #starter
  // imports: [PostsModule],
  // #endregion
  declarations: [AdminController],
});
