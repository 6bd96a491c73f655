import { module } from 'trellis';
import { HistoryModule } from '../history/history.module.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { AdminController } from './admin.controller.ts';

/** The part of the blog for the people who run it. */
export const AdminModule = module('AdminModule', {
  imports: [PostsModule, HistoryModule],
  declarations: [AdminController],
});
