// @ts-expect-error: by its file, because its name is that of the module that this file stands in for.
import decoder from 'string_decoder/lib/string_decoder.js';

export const { StringDecoder } = decoder;

export default decoder;
