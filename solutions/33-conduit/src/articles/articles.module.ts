import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ArticlesController } from './articles.controller.ts';
import { ArticlesService } from './articles.service.ts';

/** Articles, favorites and tags. */
export const ArticlesModule = module('ArticlesModule', {
  imports: [StoreModule, UsersModule],
  exports: [ArticlesService],
  declarations: [ArticlesController, ArticlesService],
});
