import { module } from 'trellis';
import { ReadersController } from './readers.controller.ts';
import { ReadersService } from './readers.service.ts';

export const ReadersModule = module('ReadersModule', {
  exports: [ReadersService],
  declarations: [ReadersController, ReadersService],
});
