import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { Announcements } from './announcements.ts';

/** The jobs. Every program that publishes posts adds some. */
export const AnnouncementsModule = module('AnnouncementsModule', {
  imports: [StoreModule],
  exports: [Announcements],
  declarations: [Announcements],
});
