import type { Context } from '../framework/context.ts';
import { inject } from '../framework/inject.ts';
import type { Route } from '../framework/route.ts';
import { Recipes } from '../kitchen/recipes.ts';

export class ShopController {
  @inject(Recipes) private readonly recipes!: Recipes;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/breads', handler: () => this.recipes.list() },
      { method: 'GET', path: '/breads/:name', handler: (ctx) => this.show(ctx) },
    ];
  }

  show(ctx: Context) {
    return { bread: this.recipes.make(ctx.param('name')) };
  }
}
