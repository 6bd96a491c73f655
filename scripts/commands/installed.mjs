// Runs before the TypeScript loader, which is a package itself: without the packages, Node would only say that it can't
// find tsx.
import { createRequire } from 'node:module';

try {
  createRequire(import.meta.url).resolve('tsx');
} catch {
  console.error('The packages are not installed. Run: npm ci');
  process.exit(1);
}
