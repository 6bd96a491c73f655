import { module } from 'trellis';
import { ReadOnlyModule } from '../read-only/read-only.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { PostsService } from './posts.service.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  imports: [ReadOnlyModule, UsersModule],
  exports: [PostsService],
  declarations: [PostsService],
});
