import * as bcrypt from 'bcryptjs';
import * as jsonwebtoken from 'jsonwebtoken';
import { nodeModules } from 'node-modules';
import * as trellis from 'trellis';
import * as testing from 'trellis/testing';
import * as uuid from 'uuid';
import * as cheapBcrypt from '../../workshop/run/cheap-bcrypt.mjs';
import { register } from '../modules/registry.ts';

/* What a program may import in the browser. */

register(nodeModules);
// Checks name the framework by its file.
register({
  '/trellis/framework/index.ts': trellis,
  trellis,
  'trellis/testing': testing,
  bcryptjs: bcrypt,
  jsonwebtoken,
  uuid,
  // Examiners put it in place of bcryptjs.
  '/trellis/scripts/workshop/run/cheap-bcrypt.mjs': cheapBcrypt,
});
