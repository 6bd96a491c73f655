/** The other methods that Node's server accepts, most of them of WebDAV. CONNECT isn't among them: it asks for a tunnel. */
export const rareMethods = [
  ...(['ACL', 'BIND', 'CHECKOUT', 'COPY', 'LINK', 'LOCK'] as const),
  ...(['M-SEARCH', 'MERGE', 'MKACTIVITY', 'MKCALENDAR', 'MKCOL', 'MOVE'] as const),
  ...(['NOTIFY', 'PROPFIND', 'PROPPATCH', 'PURGE', 'QUERY', 'REBIND'] as const),
  ...(['REPORT', 'SEARCH', 'SOURCE', 'SUBSCRIBE', 'TRACE', 'UNBIND'] as const),
  ...(['UNLINK', 'UNLOCK', 'UNSUBSCRIBE'] as const),
] as const;

export type RareMethod = (typeof rareMethods)[number];
