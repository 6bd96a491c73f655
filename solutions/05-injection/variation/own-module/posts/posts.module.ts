import { module } from 'trellis';
import { HistoryModule } from '../history/history.module.ts';
import { PostsController } from './posts.controller.ts';
import { PostsService } from './posts.service.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  imports: [HistoryModule],
  exports: [PostsService],
  declarations: [PostsController, PostsService],
});
