import type { Controller, Route } from 'trellis';

/** Notes that readers leave in the margin. Everything it knows of a request, it asks the context. */
export class NotesController implements Controller {
  routes(): Route[] {
    return [
      // Step 1: the route that tells who asks.
      // Step 2: the route that counts what it is sent.
      // Step 3: the route that takes a note.
      // Step 4: one route for every note.
      // Step 5: the route that sets the cookie, and the one that reads it.
      // Step 6: the route of the welcome, with the middleware in front of it.
    ];
  }

  // Step 1: the handler that gives two headers.

  // Step 2: the handler that gives the length of the body, in bytes and in characters.

  // Step 3: the handler that keeps the note, and answers 201 with its number and its address.

  // Step 4: the handler that gives the note as text, or 404 as JSON.

  // Step 5: their two handlers.

  // Step 6: the handler that greets whom the middleware has found.
}
