import { module } from 'trellis';
import { PostsController } from './posts.controller.ts';
// #region step-1
import { PostsService } from './posts.service.ts';
// #endregion

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  // #region step-5
  exports: [PostsService],
  // #endregion
  // #region step-1
  declarations: [PostsController, PostsService],
  // #starter
  // declarations: [PostsController],
  // #endregion
});
