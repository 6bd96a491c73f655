import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { EdgeModule } from '../edge/edge.module.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { Csrf } from './csrf.ts';
import { PageHeaders } from './page-headers.ts';
import { PublicController } from './public.controller.ts';
import { ReadingController } from './reading.controller.ts';
import { RegisterController } from './register.controller.ts';
import { SearchController } from './search.controller.ts';
import { Search } from './search.ts';
import { SignInController } from './sign-in.controller.ts';
import { SignedIn } from './signed-in.ts';
import { Visitor } from './visitor.ts';
import { WritingController } from './writing.controller.ts';

/** The blog as pages: the same services, with controllers of their own. */
export const PagesModule = module('PagesModule', {
  imports: [AuthModule, EdgeModule, PostsModule, UsersModule],
  declarations: [
    Csrf,
    PageHeaders,
    PublicController,
    ReadingController,
    RegisterController,
    Search,
    SearchController,
    SignInController,
    SignedIn,
    Visitor,
    WritingController,
  ],
});
