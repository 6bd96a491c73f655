import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { AdminController } from './admin.controller.ts';

/** What only whoever runs the blog should reach. */
export const AdminModule = module('AdminModule', {
  imports: [AuthModule, PostsModule],
  declarations: [AdminController],
});
