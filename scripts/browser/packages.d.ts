/* Files of packages that have no types of their own. */
declare module 'events/events.js';
declare module 'path-browserify';
declare module 'readable-stream/lib/ours/browser.js';
declare module 'string_decoder/lib/string_decoder.js';
