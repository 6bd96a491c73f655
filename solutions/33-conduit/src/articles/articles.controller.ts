import { type Context, type Controller, inject, type Route } from 'trellis';
import { callerOf, Recognize, RequireUser, viewerOf } from '../users/authentication.ts';
import { ArticleChanges, FeedQuery, ListQuery, NewArticle } from './article.dto.ts';
import { ArticlesService } from './articles.service.ts';

/** Articles, favorites and tags, over HTTP. */
export class ArticlesController implements Controller {
  @inject(ArticlesService) private readonly articles!: ArticlesService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/api/tags', handler: this.tags },
      {
        path: '/api/articles',
        middlewares: [Recognize],
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'GET', path: '/:slug', handler: this.show },
          {
            path: '',
            middlewares: [RequireUser],
            children: [
              { method: 'GET', path: '/feed', handler: this.feed },
              { method: 'POST', path: '', handler: this.create },
              { method: 'PUT', path: '/:slug', handler: this.update },
              { method: 'DELETE', path: '/:slug', handler: this.delete },
              { method: 'POST', path: '/:slug/favorite', handler: this.favorite },
              { method: 'DELETE', path: '/:slug/favorite', handler: this.unfavorite },
            ],
          },
        ],
      },
    ];
  }

  async tags() {
    return { tags: await this.articles.tags() };
  }

  async index(ctx: Context) {
    return this.articles.list(await ctx.bindQuery(ListQuery), viewerOf(ctx));
  }

  async feed(ctx: Context) {
    return this.articles.feed(await ctx.bindQuery(FeedQuery), viewerOf(ctx));
  }

  async show(ctx: Context) {
    return { article: await this.articles.show(ctx.param('slug'), viewerOf(ctx)) };
  }

  async create(ctx: Context) {
    const { article } = await ctx.bind(NewArticle);
    return ctx.status(201).json({ article: await this.articles.create(article, callerOf(ctx)) });
  }

  async update(ctx: Context) {
    const { article } = await ctx.bind(ArticleChanges);
    return { article: await this.articles.update(ctx.param('slug'), article, callerOf(ctx)) };
  }

  async delete(ctx: Context) {
    await this.articles.delete(ctx.param('slug'), callerOf(ctx));
  }

  async favorite(ctx: Context) {
    return { article: await this.articles.favorite(ctx.param('slug'), callerOf(ctx)) };
  }

  async unfavorite(ctx: Context) {
    return { article: await this.articles.unfavorite(ctx.param('slug'), callerOf(ctx)) };
  }
}
