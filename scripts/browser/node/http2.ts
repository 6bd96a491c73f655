/* HTTP/2 needs TLS, and so a machine of its own. The framework only asks whether a request is one. */
export const constants = { NGHTTP2_NO_ERROR: 0, NGHTTP2_INTERNAL_ERROR: 2, NGHTTP2_CANCEL: 8 };
