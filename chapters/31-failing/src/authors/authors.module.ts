import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { AuthorsService } from './authors.service.ts';

/** The authors' profiles. */
export const AuthorsModule = module('AuthorsModule', {
  imports: [UsersModule],
  exports: [AuthorsService],
  declarations: [AuthorsService],
});
