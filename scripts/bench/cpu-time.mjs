// Loaded into every server before its own code: answers a message with the CPU time that the process has used, or with the
// time that was spent in each file between two messages about a profile.
import { basename } from 'node:path';

let session;

const answers = {
  'cpu time': () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  memory: () => process.memoryUsage.rss(),
  'start profile': async () => {
    const { Session } = await import('node:inspector/promises');
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
  },
  'stop profile': async () => {
    const { profile } = await session.post('Profiler.stop');
    const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
    const files = {};
    for (const [index, id] of profile.samples.entries()) {
      const part = partOf(frames.get(id));
      files[part] = (files[part] ?? 0) + profile.timeDeltas[index];
    }
    return files;
  },
};

process.on('message', async (message) => process.send((await answers[message]()) ?? null));

function partOf({ functionName, url }) {
  if (functionName === '(garbage collector)') return 'collecting garbage';
  if (functionName === '(idle)') return 'waiting';
  if (url.startsWith('node:') || url === '') return 'Node itself';
  if (url.startsWith('wasm:')) return 'SQLite';
  // A server of `npm run bench blog`: the framework and the application are compiled file by file.
  const [, part] =
    /[\\/]\.compiled[\\/](?:node_modules[\\/])?(trellis[\\/]\w+|solutions|scripts)[\\/.]/.exec(url) ?? [];
  if (part !== undefined) return part === 'solutions' ? "the blog's own code" : part.replace('\\', '/');
  const [name] =
    url.match(/(?<=[\\/]node_modules[\\/])(?:@[^\\/]+[\\/])?[^\\/]+(?![\s\S]*[\\/]node_modules[\\/])/) ?? [];
  return name ?? basename(url);
}
