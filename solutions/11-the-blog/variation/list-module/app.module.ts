import { module } from 'trellis';
import { AuthModule } from './auth/auth.module.ts';
import { PostsModule } from './posts/posts.module.ts';
import { ReadingModule } from './reading/reading.module.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  imports: [PostsModule, AuthModule, ReadingModule],
});
