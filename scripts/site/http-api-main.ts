import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workshop/chapters.ts';
import { documents, page, withTables } from './http-api.ts';

// Generates the documents from the routes and DTOs of the blog. Run it after changing them.
for (const [file, text] of documents()) writeFileSync(join(root, file), text);
writeFileSync(join(root, page), withTables(readFileSync(join(root, page), 'utf8')));
console.log(`${[...documents().keys(), page].join(', ')} are up to date.`);
