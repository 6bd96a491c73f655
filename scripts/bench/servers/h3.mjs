import { serve } from 'h3';
import { port } from './blog.mjs';
import { app } from './h3-app.mjs';

serve(app, { port, hostname: '127.0.0.1', silent: true });
