import { inject } from '../framework/inject.ts';
import { Oven } from './oven.ts';

/** The breads that this bakery can make. */
export class Recipes {
  @inject(Oven) private readonly oven!: Oven;

  list(): string[] {
    return ['baguette', 'rye', 'spelt'];
  }

  make(bread: string): string {
    return this.oven.bake(bread);
  }
}
