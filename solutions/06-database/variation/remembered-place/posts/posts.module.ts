import { module } from 'trellis';
import { Places } from './places.ts';
import { PostsController } from './posts.controller.ts';
import { PostsService } from './posts.service.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  exports: [PostsService],
  declarations: [PostsController, PostsService, Places],
});
