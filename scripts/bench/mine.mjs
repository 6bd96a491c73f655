// Lets a server that imports 'trellis' get the framework of chapter 28 instead.
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { learnersFramework } from './learners-framework.mjs';

const framework = pathToFileURL(learnersFramework).href;
const hooks = `export const resolve = (specifier, context, next) =>
  next(specifier === 'trellis' ? ${JSON.stringify(framework)} : specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
