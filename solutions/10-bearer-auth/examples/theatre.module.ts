import { module } from 'trellis';
import { DoorModule } from './door.module.ts';
import { TheatreController } from './theatre.controller.ts';

/** The theatre itself. */
export const TheatreModule = module('TheatreModule', {
  imports: [DoorModule],
  declarations: [TheatreController],
});
