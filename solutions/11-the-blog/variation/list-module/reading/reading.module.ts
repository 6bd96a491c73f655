import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { ReadingController } from './reading.controller.ts';
import { ReadingService } from './reading.service.ts';

/** What users want to read later. */
export const ReadingModule = module('ReadingModule', {
  imports: [AuthModule, PostsModule],
  declarations: [ReadingController, ReadingService],
});
