import { module } from 'trellis';
import { PostsController } from './posts.controller.ts';
import { PostsService } from './posts.service.ts';
import { TagsController } from './tags.controller.ts';
import { TagsService } from './tags.service.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  exports: [PostsService],
  declarations: [PostsController, PostsService, TagsController, TagsService],
});
