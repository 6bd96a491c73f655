import { module } from 'trellis';
import { CooksOnly } from './cooks-only.ts';
import { RecipesController } from './recipes.controller.ts';
import { RecipesService } from './recipes.service.ts';

export const RecipesModule = module('RecipesModule', {
  declarations: [RecipesController, RecipesService, CooksOnly],
});
