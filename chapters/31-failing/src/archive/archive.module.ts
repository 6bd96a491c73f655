import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { ArchiveService } from './archive.service.ts';

/** The archive of all posts. */
export const ArchiveModule = module('ArchiveModule', {
  imports: [StoreModule],
  exports: [ArchiveService],
  declarations: [ArchiveService],
});
