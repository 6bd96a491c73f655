import { module } from 'trellis';
import { HelloController } from './hello.controller.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', { declarations: [HelloController] });
