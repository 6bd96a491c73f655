// The API, as before. Next to it are the pages, web.ts, and the commands, cli.ts.
import './api.ts';
