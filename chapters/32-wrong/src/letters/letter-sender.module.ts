import { module } from 'trellis';
import { LetterSender } from './letter-sender.ts';
import { LettersModule } from './letters.module.ts';

/** Sends the letters. Only the API does. */
export const LetterSenderModule = module('LetterSenderModule', {
  imports: [LettersModule],
  declarations: [LetterSender],
});
