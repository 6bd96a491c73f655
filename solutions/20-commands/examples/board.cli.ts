import { cli, createApp, module } from 'trellis';
import { Terminal } from '../src/commands/terminal.ts';
import { BoardCommands } from './board.commands.ts';
import { Board } from './board.service.ts';

const BoardModule = module('BoardModule', { declarations: [Board, BoardCommands, Terminal] });

const platform = cli({ name: 'board', summary: 'The board in the village shop.' });
process.exitCode = await createApp(BoardModule, { platform }).run();
