import { module } from 'trellis';
import { PostsModule } from '../posts/posts.module.ts';
import { ApiController } from './api.controller.ts';

/** The versions of the API. */
export const ApiModule = module('ApiModule', {
  imports: [PostsModule],
  declarations: [ApiController],
});
