// Runs the guide's recipes in a process of their own, so that a test can see whether a client is able to end it. Prints the
// address and the routes of each application. A line on standard input is answered with what the process uses.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type App, type AppOptions, createApp, type Module, module, provide, web } from 'trellis';
import { AccountsModule } from '../../docs/examples/accounts.ts';
import { AnswersModule } from '../../docs/examples/answers.ts';
import { EventsModule } from '../../docs/examples/bodies.ts';
import { bookings } from '../../docs/examples/bookings.ts';
import { openChat } from '../../docs/examples/chat.ts';
import { OutboxModule, TrustedOrigins } from '../../docs/examples/config.ts';
import { EdgeModule, appOptions as edgeOptions } from '../../docs/examples/edge.ts';
import { MembersModule, appOptions as ownErrors, problemDetails, withCodes } from '../../docs/examples/error-format.ts';
import { FeedModule } from '../../docs/examples/feed.ts';
import { GitModule, RepositoryFolder } from '../../docs/examples/git-server.ts';
import { club } from '../../docs/examples/guards.ts';
import { hardened, shop } from '../../docs/examples/hardened.ts';
import { plants, ticks } from '../../docs/examples/helpers.ts';
import { LendingModule } from '../../docs/examples/lending.ts';
import { library } from '../../docs/examples/library.ts';
import { LiveModule } from '../../docs/examples/live.ts';
import { tools } from '../../docs/examples/mixed.ts';
import { MonitoredModule, monitored } from '../../docs/examples/monitored.ts';
import { HealthModule, observed } from '../../docs/examples/observed.ts';
import { pages } from '../../docs/examples/pages.ts';
import { ReadersModule } from '../../docs/examples/parts.ts';
import { SearchModule } from '../../docs/examples/queries.ts';
import { RadioModule } from '../../docs/examples/radio.ts';
import { ReadingsModule } from '../../docs/examples/readings.ts';
import { printTraces } from '../../docs/examples/tracing.ts';
import { UploadsModule, appOptions as uploadOptions } from '../../docs/examples/uploads.ts';
import { WebhooksModule } from '../../docs/examples/webhooks.ts';

process.env.MAIL_KEY ??= 'x'.repeat(16);

class TicksController {
  routes() {
    return [{ method: 'GET' as const, path: '/ticks', handler: ticks }];
  }
}

const app = (root: Module, options: AppOptions = {}): App => createApp(root, { ...options, limits: { drain: 0 } });

const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The applications of the recipes, by name. */
const recipes: Record<string, () => App> = {
  accounts: () => app(AccountsModule, { platform: web() }),
  answers: () => app(AnswersModule),
  bodies: () => app(EventsModule),
  bookings: () => bookings(),
  chat: () => app(module('ChatModule')),
  config: () => app(OutboxModule, { middlewares: [TrustedOrigins] }),
  edge: () => app(EdgeModule, edgeOptions),
  errors: () => app(MembersModule, ownErrors),
  problems: () => app(MembersModule, problemDetails),
  codes: () => app(MembersModule, withCodes),
  feed: () => app(FeedModule),
  git: () => app(GitModule, { overrides: [provide(RepositoryFolder, { value: folder })] }),
  guards: () => club,
  hardened: () => hardened,
  shop: () => shop,
  plants: () => plants,
  ticks: () => app(module('TicksModule', { declarations: [TicksController] })),
  lending: () => app(LendingModule),
  library: () => library,
  live: () => app(LiveModule),
  mixed: () => tools(),
  monitored: () => app(MonitoredModule, monitored),
  observed: () => app(HealthModule, observed),
  pages: () => pages,
  parts: () => app(ReadersModule),
  queries: () => app(SearchModule),
  radio: () => app(RadioModule),
  readings: () => app(ReadingsModule),
  uploads: () => app(UploadsModule, uploadOptions),
  webhooks: () => app(WebhooksModule),
};

const names = process.argv.slice(2);
if (names.length === 0) printTraces(() => {});
for (const name of names.length > 0 ? names : Object.keys(recipes)) {
  const recipe = recipes[name]!();
  const url = await recipe.listen(0, '127.0.0.1', { signals: false });
  if (name === 'chat') openChat(recipe, 'https://app.example.com');
  const routes = recipe.routes().map(({ method, path }) => `${method} ${path}`);
  console.log(`app ${JSON.stringify({ name, url: url.replace('localhost', '127.0.0.1'), routes })}`);
}
console.log('ready');

for await (const question of createInterface(process.stdin)) {
  (globalThis as { gc?(): void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  // Only Linux has this folder.
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  const polluted = Object.keys(Object.prototype);
  console.log(`${question} ${JSON.stringify({ memory: heapUsed + external, files, polluted })}`);
}
