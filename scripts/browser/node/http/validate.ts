/* Node's rules for the characters of a header, with its messages. */

export function validateHeaderName(name: string, label = 'Header name'): void {
  if (typeof name !== 'string' || !/^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/.test(name))
    throw Object.assign(new TypeError(`${label} must be a valid HTTP token ["${name}"]`), {
      code: 'ERR_INVALID_HTTP_TOKEN',
    });
}

export function validateHeaderValue(name: string, value: string): void {
  if (value === undefined)
    throw Object.assign(new TypeError(`Invalid value "${value}" for header "${name}"`), {
      code: 'ERR_HTTP_INVALID_HEADER_VALUE',
    });
  if (/[^\t\x20-\x7e\x80-\xff]/.test(String(value)))
    throw Object.assign(new TypeError(`Invalid character in header content ["${name}"]`), { code: 'ERR_INVALID_CHAR' });
}
