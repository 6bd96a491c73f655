import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { PostsController } from './posts.controller.ts';
import { PostsService } from './posts.service.ts';
import { ReadingLists } from './reading-lists.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  imports: [AuthModule],
  exports: [PostsService],
  declarations: [PostsController, PostsService, ReadingLists],
});
