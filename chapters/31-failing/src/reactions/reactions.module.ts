import { module } from 'trellis';
import { PostsModule } from '../posts/posts.module.ts';
import { ReactionsService } from './reactions.service.ts';

/** Reactions to posts. */
export const ReactionsModule = module('ReactionsModule', {
  imports: [PostsModule],
  exports: [ReactionsService],
  declarations: [ReactionsService],
});
