export const {
  ReadableStream,
  WritableStream,
  TransformStream,
  TextEncoderStream,
  TextDecoderStream,
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
} = globalThis;
