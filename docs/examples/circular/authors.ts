import { inject } from 'trellis';
import { Books } from './books.ts';

export class Authors {
  // This file and books.ts import each other, so Books may not exist yet when this line runs.
  @inject(() => Books) private readonly books!: Books;

  titlesOf(name: string): string[] {
    return this.books.titles.filter((title) => title.startsWith(name));
  }
}

export const separator = ': ';
