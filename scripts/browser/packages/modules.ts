import { nodeModules } from 'node-modules';
import * as trellis from 'trellis';
import * as testing from 'trellis/testing';
import { register } from '../modules/registry.ts';

/* What a program may import in the browser, with the packages of `packages.ts`. */

register(nodeModules);
// Checks name the framework by its file.
register({ '/trellis/framework/index.ts': trellis, trellis, 'trellis/testing': testing });
