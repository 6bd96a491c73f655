const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** Whether a built-in method accepts the value: a tag can be faked, and a proxy has none. */
function accepts(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}

export const isDate = (value: unknown): value is Date => accepts(() => Date.prototype.getTime.call(value as Date));
export const isMap = (value: unknown): boolean => accepts(() => Map.prototype.has.call(value as never, 0));
export const isSet = (value: unknown): boolean => accepts(() => Set.prototype.has.call(value as never, 0));
export const isWeakMap = (value: unknown): boolean => accepts(() => WeakMap.prototype.has.call(value as never, {}));
export const isWeakSet = (value: unknown): boolean => accepts(() => WeakSet.prototype.has.call(value as never, {}));
export const isRegExp = (value: unknown): boolean => value instanceof RegExp;
export const isPromise = (value: unknown): boolean => value instanceof Promise;
export const isNativeError = (value: unknown): value is Error => value instanceof Error;
export const isArrayBuffer = (value: unknown): boolean => value instanceof ArrayBuffer;
export const isAnyArrayBuffer = (value: unknown): boolean =>
  ['ArrayBuffer', 'SharedArrayBuffer'].includes(tagOf(value));
export const isArrayBufferView = ArrayBuffer.isView;
export const isTypedArray = (value: unknown): boolean => ArrayBuffer.isView(value) && !(value instanceof DataView);
export const isUint8Array = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
export const isDataView = (value: unknown): boolean => value instanceof DataView;
export const isAsyncFunction = (value: unknown): boolean => /^Async(Generator)?Function$/.test(tagOf(value));
export const isGeneratorFunction = (value: unknown): boolean => /^(Async)?GeneratorFunction$/.test(tagOf(value));
export const isGeneratorObject = (value: unknown): boolean => tagOf(value) === 'Generator';
export const isMapIterator = (value: unknown): boolean => tagOf(value) === 'Map Iterator';
export const isSetIterator = (value: unknown): boolean => tagOf(value) === 'Set Iterator';
export const isSymbolObject = (value: unknown): boolean => typeof value === 'object' && tagOf(value) === 'Symbol';
export const isBoxedPrimitive = (value: unknown): boolean =>
  typeof value === 'object' && ['Number', 'String', 'Boolean', 'BigInt', 'Symbol'].includes(tagOf(value));
/** Nothing in a browser can tell. */
export const isProxy = (_value: unknown): boolean => false;
export const isExternal = (_value: unknown): boolean => false;
export const isModuleNamespaceObject = (value: unknown): boolean => tagOf(value) === 'Module';
