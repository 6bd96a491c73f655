import * as hmac from '@noble/hashes/hmac';
import * as legacy from '@noble/hashes/legacy';
import * as sha512 from '@noble/hashes/sha512';
import * as bcryptjs from 'bcryptjs';
import * as cookie from 'cookie';
import * as diff from 'diff';
import * as jsonwebtoken from 'jsonwebtoken';
import * as inspection from 'node-inspect-extracted';
// By its file, because `sql.js` means `sqlite.ts`.
import startSqlite from 'sql.js/dist/sql-wasm.js';
import * as uuid from 'uuid';
import * as zod from 'zod';
import * as cheapBcrypt from '../../workshop/run/cheap-bcrypt.mjs';

/* Part of the second script: see `late-modules.ts`. */

export const packages = {
  bcryptjs,
  cookie,
  jsonwebtoken,
  uuid,
  zod,
  diff,
  'node-inspect-extracted': inspection,
  '@noble/hashes/hmac': hmac,
  '@noble/hashes/legacy': legacy,
  '@noble/hashes/sha512': sha512,
  'sql.js': { default: startSqlite },
  // Examiners put it in place of bcryptjs.
  '/trellis/scripts/workshop/run/cheap-bcrypt.mjs': cheapBcrypt,
};
