import { posix } from 'node:path';

/** The target of a relative link in a file: a path within the repository, and the anchor. */
export function targetOf(file: string, link: string): { file: string; anchor: string } {
  const [path = '', anchor = ''] = link.split('#');
  const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), decoded(path)));
  return { file: target.replace(/\/$/, ''), anchor };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
