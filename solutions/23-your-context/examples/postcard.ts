/** `Anna <anna@example.com>` → the name and the address. Undefined if the address is missing. */
export function parseSender(raw: string): { name: string; address: string } | undefined {
  const open = raw.indexOf('<');
  const close = raw.indexOf('>', open);
  if (open < 0 || close < 0) return undefined;
  return { name: raw.slice(0, open).trim(), address: raw.slice(open + 1, close) };
}
