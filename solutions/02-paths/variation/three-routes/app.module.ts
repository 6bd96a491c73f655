import { module } from 'trellis';
import { ArchiveController } from './archive.controller.ts';
import { HelloController } from './hello.controller.ts';
import { LibraryController } from './library.controller.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', { declarations: [HelloController, LibraryController, ArchiveController] });
