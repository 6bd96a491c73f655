import { module } from 'trellis';
import { PostsController } from './posts.controller.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  declarations: [PostsController],
});
