import * as bcryptjs from 'bcryptjs';
import * as jsonwebtoken from 'jsonwebtoken';
// By its file, because `sql.js` means `sqlite.ts`.
import startSqlite from 'sql.js/dist/sql-wasm.js';
import * as uuid from 'uuid';
import * as zod from 'zod';
import * as cheapBcrypt from '../../workshop/run/cheap-bcrypt.mjs';

/* A script of its own, because the first chapters need none of these packages. */

export const packages = {
  bcryptjs,
  jsonwebtoken,
  uuid,
  zod,
  'sql.js': { default: startSqlite },
  // Examiners put it in place of bcryptjs.
  '/trellis/scripts/workshop/run/cheap-bcrypt.mjs': cheapBcrypt,
};
