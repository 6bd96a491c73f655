import { createApp, module, web } from 'trellis';
import { nextFree } from '../workshop/ports.ts';
import { Workshop } from '../workshop/workshop.ts';
import { notFoundPage } from './error-pages.ts';
import { ProgressFeed } from './progress-feed.ts';
import { SecurityHeaders } from './security-headers.ts';
import { SiteController } from './site.controller.ts';
import { Site } from './site.ts';

/** Beside the chapters, which take 3000. */
const defaultPort = 4000;

const SiteModule = module('SiteModule', {
  declarations: [SiteController, Site, Workshop, ProgressFeed, SecurityHeaders],
});
const app = createApp(SiteModule, { platform: web({ errorPage: notFoundPage }), middlewares: [SecurityHeaders] });
const url = await app.listen(await nextFree(Number(process.env.PORT || defaultPort)));
console.log(`The workshop's pages are on ${url}. Ctrl-C stops.`);
