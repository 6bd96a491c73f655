import { token } from '../index.ts';

/** Where the command was typed. */
export const WorkingFolder = token<string>('WorkingFolder');
