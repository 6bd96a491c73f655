import { module } from 'trellis';
import { AnnouncementsModule } from './announcements.module.ts';
import { Announcer } from './announcer.ts';

/** Carries out the jobs. Only the API does. */
export const AnnouncerModule = module('AnnouncerModule', {
  imports: [AnnouncementsModule],
  declarations: [Announcer],
});
