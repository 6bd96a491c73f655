import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CommandsController } from './commands.controller.ts';
import { ImportController } from './import.controller.ts';
import { Terminal } from './terminal.ts';

/** The blog as commands, for the people who run it. */
export const CommandsModule = module('CommandsModule', {
  imports: [AuthModule, PostsModule, UsersModule],
  declarations: [CommandsController, ImportController, Terminal],
});
