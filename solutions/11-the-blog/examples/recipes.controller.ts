import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { CooksOnly } from './cooks-only.ts';
import { RecipesService } from './recipes.service.ts';

/** Recipes: everyone may read them, and cooks may change them. */
export class RecipesController implements Controller {
  @inject(RecipesService) private readonly recipes!: RecipesService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/recipes', handler: this.index },
      {
        path: '',
        middlewares: [CooksOnly],
        children: [
          { method: 'PATCH', path: '/recipes/:id', handler: this.rename },
          { method: 'DELETE', path: '/recipes/:id', handler: this.delete },
          { method: 'GET', path: '/my-count', handler: this.count },
        ],
      },
    ];
  }

  index() {
    return this.recipes.list();
  }

  rename(ctx: Context) {
    return this.recipes.rename(ctx.param('id'), ctx.query('title')).catch(kitchenClosed);
  }

  delete(ctx: Context) {
    return this.recipes.delete(ctx.param('id')).catch(kitchenClosed);
  }

  async count(ctx: Context) {
    return { count: await this.recipes.countBy(ctx.get<string>('cook_id')) };
  }
}

/** Every error of the database is the same to the client. */
function kitchenClosed(error: unknown): never {
  throw new HttpError(503, 'The kitchen is closed', { cause: error });
}
