import { module } from 'trellis';
import { Terminal } from '../workshop/terminal.ts';
import { Workshop } from '../workshop/workshop.ts';
import { AttackController } from './attack.controller.ts';
import { CarryController } from './carry.controller.ts';
import { IncidentController } from './incident.controller.ts';
import { LearnController } from './learn.controller.ts';
import { MaintainController } from './maintain.controller.ts';
import { ReviewController } from './review.controller.ts';
import { RunController } from './run.controller.ts';
import { ServicesController } from './services.controller.ts';
import { TravelController } from './travel.controller.ts';

export const WorkshopModule = module('WorkshopModule', {
  declarations: [
    RunController,
    LearnController,
    CarryController,
    TravelController,
    AttackController,
    IncidentController,
    ReviewController,
    MaintainController,
    ServicesController,
    Workshop,
    Terminal,
  ],
});
