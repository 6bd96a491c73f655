import { module } from 'trellis';
import { HelloController } from './hello.controller.ts';
import { KnownReader } from './known-reader.ts';
import { LanguageController } from './language.controller.ts';
import { LibraryController } from './library.controller.ts';
import { NotesController } from './notes.controller.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  declarations: [HelloController, LibraryController, NotesController, LanguageController, KnownReader],
});
