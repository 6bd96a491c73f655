import { join } from 'node:path';
import { type App, createApp, module, type Provider, provide, web } from 'trellis';
import { root } from '../workshop/chapters.ts';
import { BlogController } from './blog/blog.controller.ts';
import { ChapterChecks } from './chapter-checks.ts';
import { DashboardController } from './dashboard/dashboard.controller.ts';
import { MetricsWatcher } from './dashboard/watcher.ts';
import { EndingController } from './ending.controller.ts';
import { holdsKey, KeyHolder } from './key-holder.ts';
import { KnownHost, LocalOnly } from './local-only.ts';
import { ProgressFeed } from './progress-feed.ts';
import { ReviewController } from './review.controller.ts';
import { SecurityHeaders } from './security-headers.ts';
import { SiteController } from './site.controller.ts';
import { Site } from './site.ts';
import { SiteKey } from './site-key.ts';
import { strangerPage } from './stranger-page.ts';
import { XrayController } from './x-ray.controller.ts';
import { XrayFeed } from './x-ray-feed.ts';
import { XraySender } from './x-ray-sender.ts';

/** The site as an application. Of the repository, or of a copy that a test may spoil, with a clock of its own. */
export function createSite(repository = root, overrides: Provider[] = []): App {
  const site = new Site(repository);
  const key = new SiteKey(join(repository, '.workshop'));
  const SiteModule = module('SiteModule', {
    declarations: [
      XrayController,
      DashboardController,
      BlogController,
      ReviewController,
      EndingController,
      SiteController,
      ProgressFeed,
      ChapterChecks,
      XrayFeed,
      MetricsWatcher,
      XraySender,
      KnownHost,
      KeyHolder,
      LocalOnly,
      SecurityHeaders,
      provide(Site, { value: site }),
      provide(SiteKey, { value: key }),
    ],
  });
  return createApp(SiteModule, {
    platform: web({
      // A malformed address gets here without having passed a middleware.
      errorPage: (status, message, ctx) =>
        holdsKey(ctx, key) ? site.errorPage(status, message) : strangerPage(message, ctx),
    }),
    middlewares: [SecurityHeaders, KnownHost, KeyHolder],
    overrides,
    limits: {
      // Every open page listens for progress and would keep Ctrl-C waiting; nothing is lost if it is cut off.
      grace: 200,
      // The only visitor would rather wait for a page than get a 503 while the machine is busy.
      eventLoopDelay: 60_000,
    },
  });
}
