export const { URL, URLSearchParams } = globalThis;

export function pathToFileURL(path: string): URL {
  const escaped = path.replaceAll('%', '%25').replaceAll('?', '%3F').replaceAll('#', '%23').replaceAll('\\', '%5C');
  return new URL(`file://${escaped}`);
}

export function fileURLToPath(url: string | URL): string {
  const parsed = new URL(url);
  if (parsed.protocol !== 'file:')
    throw Object.assign(new TypeError('The URL must be of scheme file'), { code: 'ERR_INVALID_URL_SCHEME' });
  return decodeURIComponent(parsed.pathname);
}

export function domainToASCII(domain: string): string {
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : '';
}

export default { URL, URLSearchParams, pathToFileURL, fileURLToPath, domainToASCII };
