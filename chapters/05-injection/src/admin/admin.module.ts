import { module } from 'trellis';
import { PostsModule } from '../posts/posts.module.ts';
import { AdminController } from './admin.controller.ts';

export const AdminModule = module('AdminModule', {
  imports: [PostsModule],
  declarations: [AdminController],
});
