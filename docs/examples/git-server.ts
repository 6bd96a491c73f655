import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  bodyLimit,
  type Context,
  type Controller,
  HttpError,
  inject,
  Log,
  module,
  provide,
  type Route,
  requestTimeout,
  token,
} from 'trellis';

/** The folder with the bare repositories. A test provides another one. */
export const RepositoryFolder = token<string>('RepositoryFolder');

const services = ['git-upload-pack', 'git-receive-pack'];

/** Plain names, joined by slashes. No dot at the start of a name, so `..` isn't one. */
const repositoryName = /^[a-z0-9][\w-]*(\/[a-z0-9][\w-]*)*\.git$/i;

/** Git over HTTP: clone, fetch and push. Everybody may do everything, so put a middleware around the group. */
export class GitController implements Controller {
  @inject(RepositoryFolder) private readonly folder!: string;
  @inject(Log) private readonly log!: Log;

  routes(): Route[] {
    const large = [bodyLimit(2_000_000_000), requestTimeout(3_600_000)];
    return [
      { method: 'GET', path: '/*/info/refs', handler: this.refs },
      { method: 'POST', path: '/*/git-upload-pack', middlewares: large, handler: this.exchange },
      { method: 'POST', path: '/*/git-receive-pack', middlewares: large, handler: this.exchange },
    ];
  }

  /** What the repository has: the first request of every clone, fetch and push. */
  async refs(ctx: Context) {
    const service = ctx.query('service');
    if (!services.includes(service)) throw new HttpError(403, 'Only the smart protocol is supported');
    const child = this.#git(ctx, service, ['--advertise-refs', await this.#pathOf(ctx)]);
    child.stdin.end();
    ctx.response.setHeader('content-type', `application/x-${service}-advertisement`);
    ctx.response.setHeader('cache-control', 'no-store');
    return ctx.stream(announced(service, child.stdout));
  }

  /** The pack itself, in one direction or the other. */
  async exchange(ctx: Context) {
    const service = posix.basename(ctx.request.path);
    const child = this.#git(ctx, service, [await this.#pathOf(ctx)]);
    ctx.response.setHeader('content-type', `application/x-${service}-result`);
    ctx.response.setHeader('cache-control', 'no-store');
    const decoded = ctx.header('content-encoding') === 'gzip' ? createGunzip() : new PassThrough();
    // Not awaited: git responds while it reads. If it ends early or the client leaves, the response shows it.
    pipeline(ctx.request.stream(), decoded, child.stdin).catch((error: Error) => child.stdout.destroy(error));
    return ctx.stream(child.stdout);
  }

  #git(ctx: Context, service: string, options: string[]) {
    const { PATH } = process.env;
    const env = { PATH, GIT_PROTOCOL: ctx.header('git-protocol'), GIT_CONFIG_NOSYSTEM: '1' };
    const args = [service.slice('git-'.length), '--stateless-rpc', ...options];
    const child = spawn('git', args, { signal: ctx.signal, env });
    child.stderr.on('data', (text) => this.log.warn('git reports a problem', { text: String(text) }));
    // Also emitted if the signal has ended the program.
    child.on('error', (error) => child.stdout.destroy(error));
    // If nobody reads the output, as for HEAD, an error event without a listener would end our process.
    child.stdout.on('error', () => {});
    return child;
  }

  async #pathOf(ctx: Context): Promise<string> {
    const name = ctx.param('*');
    const path = join(this.folder, name);
    const isThere = repositoryName.test(name) && (await stat(join(path, 'HEAD')).catch(() => undefined));
    if (!isThere) throw new HttpError(404, 'Repository not found');
    return path;
  }
}

/** A line with its length in front of it, an empty line, and then what git prints. */
async function* announced(service: string, output: Readable) {
  const line = `# service=${service}\n`;
  yield `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
  yield* output;
}

export const GitModule = module('GitModule', {
  declarations: [
    GitController,
    provide(RepositoryFolder, { factory: () => process.env.REPOSITORIES ?? 'repositories' }),
  ],
});
