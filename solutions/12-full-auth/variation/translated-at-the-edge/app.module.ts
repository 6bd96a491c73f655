import { module } from 'trellis';
import { AuthModule } from './auth/auth.module.ts';
import { PostsModule } from './posts/posts.module.ts';
import { OldClients } from './versions/old-clients.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  imports: [PostsModule, AuthModule],
  declarations: [OldClients],
});
