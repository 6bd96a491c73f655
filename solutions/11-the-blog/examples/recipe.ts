/** The author of a recipe. */
export interface Cook {
  id: string;
  name: string;
}

/** A recipe, as the API returns it. */
export interface Recipe {
  id: string;
  title: string;
  cook_id: string;
  cook?: Cook;
}

/** A row of the join of recipes and cooks. */
export interface RecipeWithCookRow {
  id: string;
  title: string;
  cook_id: string;
  cook_name: string;
}

export function toRecipeWithCook({ cook_name, ...recipe }: RecipeWithCookRow): Recipe {
  return { ...recipe, cook: { id: recipe.cook_id, name: cook_name } };
}
