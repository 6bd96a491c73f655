/* The script of every worker. The page, or the first worker, names what it should be: see `machine/processes.ts`. */
import './install.ts';

const { name } = globalThis as unknown as { name: string };

if (name === 'workshop') await import('./workshop.ts');
else await import('./program.ts');
