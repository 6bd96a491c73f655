// #region step-1
import { module } from 'trellis';
import { ArticlesModule } from './articles/articles.module.ts';
import { CommentsModule } from './comments/comments.module.ts';
import { ProfilesModule } from './profiles/profiles.module.ts';
import { UsersModule } from './users/users.module.ts';

/** What Conduit is made of. */
export const AppModule = module('AppModule', {
  imports: [UsersModule, ProfilesModule, ArticlesModule, CommentsModule],
});
// #endregion
