import { module } from 'trellis';
// #region step-4
import { AuthModule } from '../auth/auth.module.ts';
// #endregion
import { PostsController } from './posts.controller.ts';
import { PostsService } from './posts.service.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  // #region step-4
  imports: [AuthModule],
  // #endregion
  exports: [PostsService],
  declarations: [PostsController, PostsService],
});
