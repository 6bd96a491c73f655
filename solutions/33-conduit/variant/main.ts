import { createServer } from 'node:http';
import * as articles from './articles.ts';
import * as comments from './comments.ts';
import { handle, type Routes } from './http.ts';
import { open } from './store.ts';
import * as users from './users.ts';

/* Conduit once more, without a framework and without a package: functions, and objects in memory that can be kept in a file. */

await open(process.env.DATABASE_URL ?? 'memory:');

/** `:name` is a path parameter. `!` requires a token, `?` accepts one. The first route that matches is taken. */
const routes: Routes = {
  'POST /api/users': users.register,
  'POST /api/users/login': users.login,
  '!GET /api/user': users.show,
  '!PUT /api/user': users.update,
  '?GET /api/profiles/:username': users.profile,
  '!POST /api/profiles/:username/follow': users.follow,
  '!DELETE /api/profiles/:username/follow': users.unfollow,
  '?GET /api/articles': articles.list,
  '!GET /api/articles/feed': articles.feed,
  '!POST /api/articles': articles.create,
  '?GET /api/articles/:slug': articles.show,
  '!PUT /api/articles/:slug': articles.update,
  '!DELETE /api/articles/:slug': articles.remove,
  '!POST /api/articles/:slug/favorite': articles.favorite,
  '!DELETE /api/articles/:slug/favorite': articles.unfavorite,
  '?GET /api/articles/:slug/comments': comments.list,
  '!POST /api/articles/:slug/comments': comments.create,
  '!DELETE /api/articles/:slug/comments/:id': comments.remove,
  'GET /api/tags': articles.tags,
};

const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, handle(routes));
server.listen(Number(process.env.PORT || 3000), process.env.HOST || '127.0.0.1');

// Takes no new connections, and exits when the last response has been sent. Clients keep connections for later, so close those.
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  setInterval(() => server.closeIdleConnections(), 100).unref();
});
