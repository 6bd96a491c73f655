import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { Letters } from './letters.ts';

/** The letters. Every service that has something to tell adds some. */
export const LettersModule = module('LettersModule', {
  imports: [StoreModule],
  exports: [Letters],
  declarations: [Letters],
});
