// The entry point of every program that the workshop starts. Loading the TypeScript loader and the framework takes most
// of the startup, and is the same for every program, so it happens before the process knows which program it will run.
import { pathToFileURL } from 'node:url';
import { wanted } from './preload.mjs';

// If the framework is broken, the program's own import of it fails, with the place in the stack.
await import('trellis').catch(() => {});

process.channel?.ref();
const { file, env } = await wanted;
process.channel?.unref();

for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
Object.assign(process.env, env);
process.argv.splice(1, process.argv.length - 1, file);
// Code of a check that looks into the program from inside, or disturbs it.
if (env.TRELLIS_OBSERVER) await import(`data:text/javascript,${encodeURIComponent(env.TRELLIS_OBSERVER)}`);
process.emit('trellis:run');
await import(pathToFileURL(file).href);
// A second application in the same process, which has nothing to do with the first.
if (env.TRELLIS_TWICE === '1') await import(`${pathToFileURL(file).href}?twice`);
