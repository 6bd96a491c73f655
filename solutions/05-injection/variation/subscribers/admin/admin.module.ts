import { module } from 'trellis';
import { PostsModule } from '../posts/posts.module.ts';
import { AdminController } from './admin.controller.ts';
import { HistoryService } from './history.service.ts';

/** The part of the blog for the people who run it. */
export const AdminModule = module('AdminModule', {
  imports: [PostsModule],
  declarations: [AdminController, HistoryService],
});
