import { module } from '../framework/module.ts';
import { Oven } from './oven.ts';
import { Recipes } from './recipes.ts';

/** The shop gets to see the recipes. Nobody but the kitchen touches the oven. */
export const KitchenModule = module('KitchenModule', {
  exports: [Recipes],
  declarations: [Recipes, Oven],
});
