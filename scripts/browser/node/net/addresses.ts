export function isIPv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

export function isIPv6(text: string): boolean {
  return /^[\da-f:.]+(%\w+)?$/i.test(text) && URL.canParse(`http://[${text.replace(/%.*/, '')}]/`);
}

export function isIP(text: string): 0 | 4 | 6 {
  return isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0;
}

/** The machine's own addresses: there are no others. */
export const ownAddresses = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'];
export function systemError(code: string, syscall: string, details: Record<string, unknown> = {}): Error {
  const { address, port } = details;
  const where = address === undefined ? '' : ` ${address}${port === undefined ? '' : `:${port}`}`;
  return Object.assign(new Error(`${syscall} ${code}${where}`), { code, syscall, ...details });
}
