import { module } from 'trellis';
import { Migrations } from './migrations.ts';

/** The tables. Whoever imports this starts when they are up to date. */
export const StoreModule = module('StoreModule', {
  declarations: [Migrations],
});
