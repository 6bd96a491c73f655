import { module } from 'trellis';
import { HandlesController } from './handles.controller.ts';
import { HandlesService } from './handles.service.ts';

/** The public names of users. */
export const HandlesModule = module('HandlesModule', {
  exports: [HandlesService],
  declarations: [HandlesController, HandlesService],
});
