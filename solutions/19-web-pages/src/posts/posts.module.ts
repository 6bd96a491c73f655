import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { PostsService } from './posts.service.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  imports: [UsersModule],
  exports: [PostsService],
  declarations: [PostsService],
});
