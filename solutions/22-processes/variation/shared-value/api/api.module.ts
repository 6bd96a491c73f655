import { module } from 'trellis';
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
import { PostsController } from '../posts/posts.controller.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { ReadOnlyModule } from '../read-only/read-only.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ApiController } from './api.controller.ts';

/** Everything that responds with JSON. */
export const ApiModule = module('ApiModule', {
  imports: [AuthModule, PostsModule, ReadOnlyModule, TokensModule, UsersModule],
  declarations: [
    Accept,
    ApiController,
    ApiKeyAuth,
    ApiKeysController,
    AuthController,
    PasswordController,
    PostsController,
    SessionAuth,
    SessionsController,
    TokensController,
  ],
});
