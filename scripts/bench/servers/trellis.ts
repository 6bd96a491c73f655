import { port } from './blog.mjs';
import { app } from './trellis-app.ts';

await app.listen(port);
