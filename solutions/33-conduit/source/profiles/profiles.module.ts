// #region step-1
import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { ProfilesController } from './profiles.controller.ts';
import { ProfilesService } from './profiles.service.ts';

/** Profiles and follows. */
export const ProfilesModule = module('ProfilesModule', {
  imports: [UsersModule],
  declarations: [ProfilesController, ProfilesService],
});
// #endregion
