// #region step-1
import { module } from 'trellis';
import { ArticlesModule } from '../articles/articles.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CommentsController } from './comments.controller.ts';
import { CommentsService } from './comments.service.ts';

/** Comments on articles. */
export const CommentsModule = module('CommentsModule', {
  imports: [ArticlesModule, UsersModule],
  declarations: [CommentsController, CommentsService],
});
// #endregion
