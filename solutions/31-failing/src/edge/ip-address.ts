import { isIP, SocketAddress } from 'node:net';

/** The canonical spelling of an IP address, or undefined if the string isn't one. A port after it is ignored. */
export function parseAddress(text: string): string | undefined {
  const address = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : undefined;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  // An IPv4 address, as a server that listens on both protocols sees it.
  return canonical.replace(/^::ffff:(?=[\d.]+$)/, '');
}

/**
 * The network that one client owns, with this address in it. With IPv6 that is at least a /64: a connection at home has
 * 2^64 addresses, so counting each of them would count nothing.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
