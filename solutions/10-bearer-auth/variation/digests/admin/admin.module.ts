import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { AdminController } from './admin.controller.ts';
import { DraftAccess } from './draft-access.ts';
import { DraftKeys } from './draft-keys.ts';

/** The part of the blog for the people who run it. */
export const AdminModule = module('AdminModule', {
  imports: [AuthModule, PostsModule],
  declarations: [AdminController, DraftAccess, DraftKeys],
});
