import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { EdgeModule } from '../edge/edge.module.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { UsersModule } from '../users/users.module.ts';
// #region step-4
import { Csrf } from './csrf.ts';
// #endregion
import { PageHeaders } from './page-headers.ts';
import { PublicController } from './public.controller.ts';
// #region step-1
import { ReadingController } from './reading.controller.ts';
// #endregion
// #region step-2
import { SignInController } from './sign-in.controller.ts';
// #endregion
// #region step-3
import { SignedIn } from './signed-in.ts';
// #endregion
import { Visitor } from './visitor.ts';
// #region step-3
import { WritingController } from './writing.controller.ts';
// #endregion

/** The blog as pages: the same services, and controllers of their own. */
export const PagesModule = module('PagesModule', {
  imports: [AuthModule, EdgeModule, PostsModule, UsersModule],
  declarations: [
    PageHeaders,
    PublicController,
    Visitor,
    // #region step-1
    ReadingController,
    // #endregion
    // #region step-2
    SignInController,
    // #endregion
    // #region step-3
    SignedIn,
    WritingController,
    // #endregion
    // #region step-4
    Csrf,
    // #endregion
  ],
});
