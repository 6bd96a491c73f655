import { separator } from './authors.ts';

export class Books {
  readonly titles = [['Ada', 'Notes'].join(separator), ['Grace', 'Compilers'].join(separator)];
}
