import { module } from 'trellis';
import { History } from './history.ts';

/** Posts write it, and admins read it. */
export const HistoryModule = module('HistoryModule', { exports: [History], declarations: [History] });
