import { parseJson } from '../framework/body.ts';
import type { Context } from '../framework/context.ts';
import { inject } from '../framework/inject.ts';
import type { Route } from '../framework/route.ts';
import { validate } from '../framework/validate.ts';
import { Recipes } from '../kitchen/recipes.ts';
import { OrderDTO } from './order.dto.ts';

export class ShopController {
  @inject(Recipes) private readonly recipes!: Recipes;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/breads', handler: () => this.recipes.list() },
      { method: 'GET', path: '/breads/:name', handler: (ctx) => this.show(ctx) },
      { method: 'POST', path: '/orders', handler: (ctx) => this.order(ctx) },
      { method: 'POST', path: '/orders/check', handler: (ctx) => this.check(ctx) },
    ];
  }

  show(ctx: Context) {
    return { bread: this.recipes.make(ctx.param('name')) };
  }

  async order(ctx: Context) {
    const { bread, count } = await ctx.bind(OrderDTO);
    return ctx.status(201).json({ ordered: Array(count).fill(this.recipes.make(bread)) });
  }

  /** What `bind` would say about a body. */
  async check(ctx: Context) {
    return validate(OrderDTO, parseJson(await ctx.request.body()));
  }
}
