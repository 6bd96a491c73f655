import { token } from '../index.ts';

/** The folder in which the command runs. */
export const WorkingFolder = token<string>('WorkingFolder');
