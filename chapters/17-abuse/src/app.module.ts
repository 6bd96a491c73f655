import { module } from 'trellis';
import { AdminModule } from './admin/admin.module.ts';
import { AuthModule } from './auth/auth.module.ts';
import { EdgeModule } from './edge/edge.module.ts';
import { PostsModule } from './posts/posts.module.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  imports: [PostsModule, AuthModule, AdminModule, EdgeModule],
});
