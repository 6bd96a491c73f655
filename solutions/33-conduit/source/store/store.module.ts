// #region step-1
import { module } from 'trellis';
import { Schema } from './schema.ts';

/** The tables. */
export const StoreModule = module('StoreModule', { exports: [Schema], declarations: [Schema] });
// #endregion
