const garbage = 'only Node lets a program collect garbage when it asks for it';

/** What Node has and a browser doesn't, by test. These tests must fail there, so that the list stays true. */
export const differences: Record<string, string> = {
  'http/body.test.ts: a chunk of one byte is not kept, because its buffer takes hundreds of bytes': garbage,
  'http/body.test.ts: the bytes of a body that is too large are released at once, while the client is still sending':
    garbage,
  'http/lengths.test.ts: a stream that fails before its first byte is a 500 in our error shape, without the headers of its content':
    '`createReadStream` has no stand-in',
};
