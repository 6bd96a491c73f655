import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AppDescription, ListedRoute } from '../../workshop/run/listening.ts';
import { Feed } from '../../workshop/xray/feed.ts';
import { type TestRepository, testRepository } from '../repository.fixture.ts';
import { until } from '../running-chapter.fixture.ts';
import { type StartedSite, startSite } from '../started-site.fixture.ts';
import { XrayFeed } from '../x-ray-feed.ts';

const lines = [
  ...['GET /posts', 'GET /posts/:id', 'POST /posts', 'PUT /posts/:id', 'DELETE /posts/:id'],
  ...['POST /auth/register', 'POST /auth/login', 'GET /my-posts'],
];

/** The routes of the contract. */
export const blogRoutes: readonly ListedRoute[] = lines.map((line) => {
  const [method, path = ''] = line.split(' ');
  return { method, path, handler: '' };
});

/** A program that responds as a test wants it to, and the site that believes it to be the running chapter. */
export interface ScriptedProgram {
  readonly repository: TestRepository;
  readonly site: StartedSite;
  readonly url: string;
  /** Every request that it has received. */
  readonly received: IncomingMessage[];
  respond: RequestListener;
  /** Reports that it listens, once more after a save, or with other routes. */
  listens(routes?: readonly ListedRoute[]): Promise<void>;
  /** Reports that it has ended, as it does after a crash. */
  ends(): Promise<void>;
  /** Ends `npm run chapter`. */
  leaves(): Promise<void>;
  stop(): Promise<void>;
}

const readme = `# Home

### Part I: The blog

| chapter | you build | you learn about |
|---|---|---|
| [11](chapters/11-the-blog/README.md) | the blog | everything |

### Part V: Build the framework

| chapter | you build | you learn about |
|---|---|---|
| [15](chapters/15-built/README.md) | a router | trees |
`;

export async function scriptedProgram(slug = '11-the-blog'): Promise<ScriptedProgram> {
  const chapters = ['02-paths', '04-controllers', '09-login', '11-the-blog', '15-built'];
  const pages = chapters.map((name) => [
    `chapters/${name}/README.md`,
    `# Chapter ${name.slice(0, 2)}: On ${name.slice(3)}\n`,
  ]);
  const repository = testRepository({ 'README.md': readme, ...Object.fromEntries(pages) });
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    program.respond(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const feed = new Feed(repository.path, slug, join(repository.path, 'chapters', slug, 'src'));
  await feed.open();
  const site = await startSite(repository.path);
  const known = site.app.get(XrayFeed);
  const part = { number: 1, name: 'Posts', kind: 'controller', needs: [] } as const;
  const description: AppDescription = { modules: [], parts: [part] };
  const program: ScriptedProgram = {
    ...{ repository, site, url, received },
    respond: (_, response) => json(response, 200, []),
    listens: async (routes = blogRoutes) => {
      const { run } = known;
      feed.program({ url, routes, description });
      await until(() => known.run !== run);
    },
    ends: async () => {
      feed.program({ routes: [] });
      await until(() => known.program === undefined);
    },
    leaves: async () => {
      feed.close();
      await until(() => known.started === undefined);
    },
    stop: async () => {
      await site.stop();
      feed.close();
      server.close().closeAllConnections();
      repository.remove();
    },
  };
  await until(() => known.started !== undefined);
  await program.listens();
  return program;
}

export function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** A published post of the contract. */
export function post(id: string, values: Record<string, unknown> = {}): object {
  const time = '2026-03-01T10:00:00.000Z';
  const author = { id: 'u1', name: 'Ada', email: 'ada@example.com', created_at: time };
  const times = { created_at: time, updated_at: time };
  return {
    id,
    title: `Post ${id}`,
    content: 'Some words.',
    author_id: 'u1',
    author,
    published: true,
    ...times,
    ...values,
  };
}
