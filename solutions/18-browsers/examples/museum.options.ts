import type { AppOptions } from 'trellis';
import { LanguageHeaders } from './language-headers.ts';

/** What holds for every visit. */
export const museumOptions: AppOptions = {
  middlewares: [LanguageHeaders],
  limits: { body: 2 * 1024, keepAliveTimeout: 1_000 },
};
