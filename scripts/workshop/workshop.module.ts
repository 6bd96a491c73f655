import { module } from 'trellis';
import { AttackController } from './commands/attack.controller.ts';
import { LearnController } from './commands/learn.controller.ts';
import { MaintainController } from './commands/maintain.controller.ts';
import { ReviewController } from './commands/review.controller.ts';
import { RunController } from './commands/run.controller.ts';
import { ServicesController } from './commands/services.controller.ts';
import { Terminal } from './terminal.ts';
import { Workshop } from './workshop.ts';

export const WorkshopModule = module('WorkshopModule', {
  declarations: [
    RunController,
    LearnController,
    AttackController,
    ReviewController,
    MaintainController,
    ServicesController,
    Workshop,
    Terminal,
  ],
});
