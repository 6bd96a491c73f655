import { Module } from '@nestjs/common';
import { openBlog } from '../shared/blog.ts';
import { AuthController } from './auth.controller.ts';
import { AuthGuard } from './auth.guard.ts';
import { AuthService } from './auth.service.ts';
import { PostsController } from './posts.controller.ts';
import { PostsService } from './posts.service.ts';

const { posts, auth } = await openBlog();

@Module({
  controllers: [AuthController, PostsController],
  providers: [
    AuthGuard,
    { provide: PostsService, useFactory: () => new PostsService(posts) },
    { provide: AuthService, useFactory: () => new AuthService(auth) },
  ],
})
export class AppModule {}
