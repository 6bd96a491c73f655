import { serve } from '@hono/node-server';
import { port } from './blog.mjs';
import { app } from './hono-app.mjs';

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
