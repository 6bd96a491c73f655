import { module } from 'trellis';
import { ArchiveController } from '../archive/archive.controller.ts';
import { ArchiveModule } from '../archive/archive.module.ts';
import { Accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { ApiKeysController } from '../auth/api-keys.controller.ts';
import { AuthController } from '../auth/auth.controller.ts';
import { AuthModule } from '../auth/auth.module.ts';
import { PasswordController } from '../auth/password.controller.ts';
import { SessionAuth } from '../auth/session-auth.ts';
import { SessionsController } from '../auth/sessions.controller.ts';
import { TokensController } from '../auth/tokens.controller.ts';
import { TokensModule } from '../auth/tokens.module.ts';
import { AuthorsController } from '../authors/authors.controller.ts';
import { AuthorsModule } from '../authors/authors.module.ts';
import { CommentsController } from '../comments/comments.controller.ts';
import { CommentsModule } from '../comments/comments.module.ts';
import { FeedController } from '../feed/feed.controller.ts';
import { HighlightController } from '../highlight/highlight.controller.ts';
import { HighlightModule } from '../highlight/highlight.module.ts';
import { PointsController } from '../points/points.controller.ts';
import { PointsModule } from '../points/points.module.ts';
import { PopularController } from '../popular/popular.controller.ts';
import { PopularModule } from '../popular/popular.module.ts';
import { PostsController } from '../posts/posts.controller.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { ReactionsController } from '../reactions/reactions.controller.ts';
import { ReactionsModule } from '../reactions/reactions.module.ts';
import { RelatedController } from '../related/related.controller.ts';
import { RelatedModule } from '../related/related.module.ts';
import { SearchController } from '../search/search.controller.ts';
import { SearchModule } from '../search/search.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ApiController } from './api.controller.ts';

/** Everything that responds with JSON. */
export const ApiModule = module('ApiModule', {
  imports: [
    ArchiveModule,
    AuthModule,
    AuthorsModule,
    CommentsModule,
    HighlightModule,
    PointsModule,
    PopularModule,
    PostsModule,
    ReactionsModule,
    RelatedModule,
    SearchModule,
    TokensModule,
    UsersModule,
  ],
  declarations: [
    Accept,
    ApiController,
    ApiKeyAuth,
    ApiKeysController,
    ArchiveController,
    AuthController,
    AuthorsController,
    CommentsController,
    FeedController,
    HighlightController,
    PasswordController,
    PointsController,
    PopularController,
    PostsController,
    ReactionsController,
    RelatedController,
    SearchController,
    SessionAuth,
    SessionsController,
    TokensController,
  ],
});
