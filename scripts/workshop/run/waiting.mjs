// The beginning of every program that the workshop starts. The TypeScript loader and the framework are most of a start,
// and the same for all: they are loaded before it is known which program this will be.
import { pathToFileURL } from 'node:url';
import { wanted } from './preload.mjs';

// Where the framework is broken, the program itself will say so, with the place that imports it.
await import('trellis').catch(() => {});

process.channel?.ref();
const { file, env } = await wanted;
process.channel?.unref();

for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
Object.assign(process.env, env);
process.argv.splice(1, process.argv.length - 1, file);
process.emit('trellis:run');
await import(pathToFileURL(file).href);
