import { nodeModules } from 'node-modules';
import { sharedModules } from 'shared-modules';
import * as trellis from 'trellis';
import { register } from '../modules/registry.ts';

/* What a program may import in the browser, with what `late.ts` adds. */

register(nodeModules);
// For the second script.
register(sharedModules);
// Checks name the framework by its file.
register({ '/trellis/framework/index.ts': trellis, trellis });
