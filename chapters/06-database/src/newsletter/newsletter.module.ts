import { module } from 'trellis';
import { NewsletterController } from './newsletter.controller.ts';
import { NewsletterService } from './newsletter.service.ts';

export const NewsletterModule = module('NewsletterModule', {
  declarations: [NewsletterController, NewsletterService],
});
