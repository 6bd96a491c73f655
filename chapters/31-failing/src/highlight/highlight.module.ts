import { module } from 'trellis';
import { PostsModule } from '../posts/posts.module.ts';
import { Highlighter } from './highlighter.ts';

/** Posts with marked words. */
export const HighlightModule = module('HighlightModule', {
  imports: [PostsModule],
  exports: [Highlighter],
  declarations: [Highlighter],
});
