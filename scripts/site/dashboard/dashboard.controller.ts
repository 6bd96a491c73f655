import { type Context, type Controller, inject, type Route } from 'trellis';
import { onlyForNow } from '../fragment.ts';
import { LocalOnly } from '../local-only.ts';
import { Site } from '../site.ts';
import { dashboardPage, dashboardView } from './dashboard-view.ts';
import { MetricsWatcher } from './watcher.ts';

/** The dashboard: rates, errors, durations and saturation of the running chapter, from its own metrics. */
export class DashboardController implements Controller {
  @inject(Site) private readonly site!: Site;
  @inject(MetricsWatcher) private readonly watcher!: MetricsWatcher;

  routes(): Route[] {
    return [{ method: 'GET', path: '/dashboard/', middlewares: [LocalOnly], handler: this.page }];
  }

  /** The whole page, or the part of it that changes. */
  async page(ctx: Context) {
    onlyForNow(ctx);
    const watched = await this.watcher.look();
    const chapter = this.site.workshop().chapters.find(({ slug }) => slug === watched.chapter);
    if (ctx.header('x-fragment') !== '') return dashboardView(watched, chapter);
    return this.site.tool('dashboard', 'Dashboard', dashboardPage(watched, chapter), this.site.liveView());
  }
}
