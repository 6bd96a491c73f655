import type { Controller, Route } from 'trellis';

/** Notes that readers leave on the blog. Everything about a request comes from its context. */
export class NotesController implements Controller {
  // Step 3: add a field for the notes.

  routes(): Route[] {
    return [
      // Step 1: add the route GET /whoami.
      // Step 2: add the route POST /count.
      // Step 3: add the route POST /notes.
      // Step 4: add the route GET /notes/:number.
      // Step 5: add the routes PUT /reader/:name and GET /reader.
      // Step 6: add the route POST /guestbook, with the middleware KnownReader.
    ];
  }

  // Step 1: add its handler, which returns two request headers.

  // Step 2: add its handler, which returns the length of the body in bytes and in characters.

  // Step 3: add its handler, which stores the note and responds with 201, a Location header and the number.

  // Step 4: add its handler, which responds with the note as plain text, or with 404.

  // Step 5: add their handlers: one sets the cookie, the other returns its value.

  // Step 6: add its handler, which returns the reader's name and the body.
}
