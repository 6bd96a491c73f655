// #region step-4
import cluster from 'node:cluster';
import { createApp } from 'trellis';
import { CrewModule } from './cluster/crew.module.ts';
import { Crew } from './cluster/crew.ts';
import { crewSize } from './cluster/crew-size.ts';

const size = crewSize();
if (cluster.isPrimary && size > 1) {
  createApp(CrewModule).get(Crew).start(size);
} else {
  // The crew asks by a message, and we do what Ctrl-C does: finish, and leave. Nobody listens yet: then leave at once.
  process.on('message', (wish) => {
    if (wish === 'stop' && !process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
  });
  await import('./api.ts');
}
// #starter
// // The API, as before. Next to it are the pages, web.ts, and the commands, cli.ts.
// import './api.ts';
// #endregion
