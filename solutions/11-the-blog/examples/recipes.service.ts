import { Database, inject } from 'trellis';
import { type Recipe, type RecipeWithCookRow, toRecipeWithCook } from './recipe.ts';

/** Stores the recipes. */
export class RecipesService {
  @inject(Database) private readonly db!: Database;

  /** Every recipe, with its cook. */
  async list(): Promise<Recipe[]> {
    const rows = await this.db.all<RecipeWithCookRow>`
      select recipes.*, cooks.name as cook_name
      from recipes join cooks on cooks.id = recipes.cook_id
      order by recipes.title`;
    return rows.map(toRecipeWithCook);
  }

  /** The number of recipes of one cook. */
  async countBy(cook_id: string): Promise<number> {
    const row = await this.db.get<{ count: number }>`select count(*) as count from recipes where cook_id = ${cook_id}`;
    return row!.count;
  }

  async rename(id: string, title: string): Promise<void> {
    await this.db.run`update recipes set title = ${title} where id = ${id}`;
  }

  async delete(id: string): Promise<void> {
    await this.db.run`delete from recipes where id = ${id}`;
  }
}
