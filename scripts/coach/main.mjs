import { register } from 'tsx/esm/api';

// Plain JavaScript that loads tsx itself: an assistant starts `node …/main.mjs` from any folder, and npm would print first.
register();
const { startCoach } = await import('./start.ts');
await startCoach();
