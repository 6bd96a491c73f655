import { module } from 'trellis';
import { GuestsController } from './guests.controller.ts';
import { GuestsService } from './guests.service.ts';

export const GuestsModule = module('GuestsModule', {
  declarations: [GuestsController, GuestsService],
});
