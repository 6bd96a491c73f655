import type { HttpPlatform } from './platform.ts';

/** The platform with another way to shape errors. It inherits the rest, because a platform may be an instance of a class. */
export function shapingErrors(platform: HttpPlatform, serializeError: HttpPlatform['serializeError']): HttpPlatform {
  return Object.assign(Object.create(platform), { serializeError });
}
