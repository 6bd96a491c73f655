import { module } from 'trellis';
import { PostsService } from './posts.service.ts';
import { PostsController } from './posts.controller.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  exports: [PostsService],
  declarations: [PostsController, PostsService],
});
