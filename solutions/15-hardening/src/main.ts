import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
// #region step-3
import { appOptions } from './app.options.ts';

await createApp(AppModule, appOptions).listen();
// #starter
//
// // Step 3: the options, for what holds for every request.
// await createApp(AppModule).listen();
// #endregion
