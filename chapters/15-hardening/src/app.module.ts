import { module } from 'trellis';
import { AuthModule } from './auth/auth.module.ts';
import { PostsModule } from './posts/posts.module.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  // Steps 1, 3 and 5: more modules.
  imports: [PostsModule, AuthModule],
});
