import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { RelatedService } from './related.service.ts';

/** Posts about something similar. */
export const RelatedModule = module('RelatedModule', {
  imports: [StoreModule],
  exports: [RelatedService],
  declarations: [RelatedService],
});
