import { createApp } from 'trellis';
import { LibraryModule } from './library.ts';

const app = createApp(LibraryModule);

/** What Bun, `deno serve` and most serverless platforms expect: a module whose default export handles requests. */
export default { fetch: (request: Request) => app.fetch(request) };
