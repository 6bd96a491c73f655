import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CommandsController } from './commands.controller.ts';

/** The blog as commands, for those who have the machine. */
export const CommandsModule = module('CommandsModule', {
  imports: [AuthModule, PostsModule, UsersModule],
  declarations: [CommandsController],
});
