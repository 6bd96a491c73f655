import { module } from 'trellis';
import { AnnouncementsModule } from '../announcements/announcements.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { FrontPage } from './front-page.ts';
import { PostsService } from './posts.service.ts';

/** Everything about posts. */
export const PostsModule = module('PostsModule', {
  imports: [AnnouncementsModule, UsersModule],
  exports: [PostsService],
  declarations: [FrontPage, PostsService],
});
