import { type Controller, command, inject, type Route } from 'trellis';
import { BlogClient } from './blog-client.ts';

/** Copies all posts of a user into a file. */
export class ExportController implements Controller {
  @inject(BlogClient) private readonly blog!: BlogClient;

  routes(): Route[] {
    const options = { '--to=<file>': 'one post per line, as JSON' } as const;
    return [{ path: '/', handler: command(this.export, { summary: 'copy all of your posts into a file', options }) }];
  }

  export() {
    // Step 4: read all pages, and then replace the file.
  }
}
