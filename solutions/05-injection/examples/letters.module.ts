import { module } from 'trellis';
import { LettersController } from './letters.controller.ts';
import { ReadersModule } from './readers.module.ts';

export const LettersModule = module('LettersModule', {
  imports: [ReadersModule],
  declarations: [LettersController],
});
