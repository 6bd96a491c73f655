import { module } from 'trellis';
import { Migrations } from './migrations.ts';

/** The tables. A module that imports this one starts after they are up to date. */
export const StoreModule = module('StoreModule', {
  declarations: [Migrations],
});
