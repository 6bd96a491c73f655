import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { PopularService } from './popular.service.ts';
import { Statistics } from './statistics.ts';

/** The most read posts. */
export const PopularModule = module('PopularModule', {
  imports: [StoreModule],
  exports: [PopularService],
  declarations: [PopularService, Statistics],
});
