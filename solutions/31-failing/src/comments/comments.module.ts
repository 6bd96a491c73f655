import { module } from 'trellis';
import { PostsModule } from '../posts/posts.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CommentsService } from './comments.service.ts';

/** Comments on posts. */
export const CommentsModule = module('CommentsModule', {
  imports: [PostsModule, UsersModule],
  exports: [CommentsService],
  declarations: [CommentsService],
});
