import { Clock, type Context, type Controller, HttpError, html, inject, type Route } from 'trellis';
import { type Ending, endingOf, scopeOf } from '../workshop/ending/ending.ts';
import { cardOf } from './ending/card.ts';
import { endingFile, endingView } from './ending/page.ts';
import { LocalOnly } from './local-only.ts';
import { Site } from './site.ts';

/** What was built and learned, as a page that can be saved, and as a picture. */
export class EndingController implements Controller {
  @inject(Site) private readonly site!: Site;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [
      {
        path: '/ending/:id',
        middlewares: [LocalOnly],
        children: [
          { method: 'GET', path: '', handler: this.show },
          { method: 'GET', path: '/page.html', handler: this.file },
          { method: 'GET', path: '/picture.svg', handler: this.picture },
        ],
      },
    ];
  }

  async show(ctx: Context) {
    const ending = await this.#ending(ctx);
    if (ending === undefined) {
      const body = html`<h1>Nothing of it is done yet</h1><p>When all steps of a chapter pass, its page is here.</p>`;
      return this.site.plain('Nothing of it is done yet', body, this.site.liveView());
    }
    const { id, title } = ending.scope;
    const save = html`<div class="keep-save"><a class="button" href="/ending/${id}/page.html" download="trellis-${id}.html">Save this page</a>
<button type="button" class="quiet" data-picture="/ending/${id}/picture.svg" data-name="trellis-${id}.png">Save as a picture</button>
<span class="soft" role="status">The page is one file. Neither is sent anywhere.</span></div>`;
    const picture = html`<details class="fold"><summary>The picture</summary><div class="fold-body"><img src="/ending/${id}/picture.svg" width="1200" height="630" alt="${title}, as a picture" loading="lazy"> <p><a href="/ending/${id}/picture.svg" download="trellis-${id}.svg">As SVG</a>, <a href="/ending/${id}/picture.svg?theme=dark" download="trellis-${id}-dark.svg">and for dark backgrounds</a></p></div></details>`;
    return this.site.tool('ending', title, html`${endingView(ending)}${save}${picture}`, this.site.liveView());
  }

  /** The page as a file. The browser saves it, and doesn't open it here: its policy is its own. */
  async file(ctx: Context) {
    const ending = await this.#existing(ctx);
    return this.#download(ctx, `trellis-${ending.scope.id}.html`, 'text/html; charset=utf-8', endingFile(ending));
  }

  async picture(ctx: Context) {
    const ending = await this.#existing(ctx);
    const card = cardOf(ending, ctx.query('theme') === 'dark' ? 'dark' : 'light').toString();
    return this.#download(ctx, `trellis-${ending.scope.id}.svg`, 'image/svg+xml', card);
  }

  #download(ctx: Context, name: string, type: string, content: string) {
    ctx.response.setHeader('content-type', type).setHeader('content-disposition', `attachment; filename="${name}"`);
    return ctx.send(content);
  }

  async #existing(ctx: Context): Promise<Ending> {
    const ending = await this.#ending(ctx);
    if (ending === undefined) throw new HttpError(404);
    return ending;
  }

  async #ending(ctx: Context): Promise<Ending | undefined> {
    ctx.response.setHeader('cache-control', 'no-store');
    const workshop = this.site.workshop();
    const scope = scopeOf(workshop, this.site.repository, ctx.param('id'));
    if (scope === undefined || scope.id !== ctx.param('id')) throw new HttpError(404);
    return endingOf(workshop, this.site.repository, scope, this.clock.now());
  }
}
