import { isUtf8 } from 'node:buffer';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { clearWay, type Files, removeFile } from '../starters.ts';

/** A file's text, or its bytes if it is none. */
export type Content = string | Buffer;

/** Files by their path below `src`, with forward slashes on every system. */
export type Tree = Map<string, Content>;

export interface ReadTree {
  readonly tree: Tree;
  /** What is neither a file nor a folder of its own: links to folders, links to nothing, sockets. */
  readonly left: readonly string[];
}

/** A learner's folder, byte for byte. A link to a file counts as that file. */
export function readTree(folder: string): ReadTree {
  const tree: Tree = new Map();
  const left: string[] = [];
  const read = (below: string) => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      const isFolder = lstatSync(join(folder, path)).isDirectory();
      if (isFolder && name !== 'node_modules') read(path);
      else if (statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
        tree.set(path, contentOf(join(folder, path)));
      else left.push(path);
    }
  };
  read('');
  return { tree, left };
}

function contentOf(path: string): Content {
  const bytes = readFileSync(path);
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : bytes;
}

export function isSame(one: Content | undefined, other: Content | undefined): boolean {
  if (typeof one === 'string' || typeof other === 'string' || one === undefined || other === undefined)
    return one === other;
  return one.equals(other);
}

export function isSameTree(one: ReadonlyMap<string, Content>, other: Tree | Files): boolean {
  return one.size === other.size && [...one].every(([name, content]) => isSame(content, other.get(name)));
}

/**
 * Makes a folder hold exactly these files. All of them are written elsewhere first and then moved: a full disk or a missing right
 * stops it before anything has changed, and a program that is running never reads half a file. Nothing here waits, so Ctrl-C
 * can't end it halfway either, if there is a listener for it.
 */
export function writeTree(folder: string, tree: Tree, staging: string): void {
  mkdirSync(staging, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const staged = mkdtempSync(join(staging, 'carry-'));
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const changed = [...tree].filter(([name, content]) => !isThere(folder, name, content));
    for (const [index, [, content]] of changed.entries()) writeFileSync(join(staged, String(index)), content);
    for (const name of readTree(folder).tree.keys()) if (!tree.has(name)) removeFile(folder, name);
    for (const [index, [name]] of changed.entries()) {
      clearWay(folder, name);
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      renameSync(join(staged, String(index)), join(folder, name));
    }
  } finally {
    process.off('SIGINT', ignore);
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Compared first: an editor would reload a file that has only been written again. */
function isThere(folder: string, name: string, content: Content): boolean {
  const path = join(folder, name);
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && isSame(contentOf(path), content);
}
