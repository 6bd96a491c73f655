// #region step-5
import { module } from 'trellis';
import { PostsModule } from '../posts/posts.module.ts';
import { AdminController } from './admin.controller.ts';

/** What only whoever runs the blog should reach. */
export const AdminModule = module('AdminModule', {
  imports: [PostsModule],
  declarations: [AdminController],
});
// #endregion
