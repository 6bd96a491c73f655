import { posix } from 'node:path';
import { keyOf } from './merge-text.ts';
import type { Content, Tree } from './tree.ts';

/** At least so many of its lines have to be in the other file. */
const enough = 0.5;

/** Files of the base that the learner has renamed or moved, with their new paths: new files that have most of their lines. */
export function movesIn(base: Tree, mine: Tree): Map<string, string> {
  const gone = [...base.keys()].filter((name) => !mine.has(name));
  const added = [...mine.keys()].filter((name) => !base.has(name));
  const pairs = gone.flatMap((from) =>
    added.map((to) => ({ from, to, share: similarity(base.get(from)!, mine.get(to)!) })),
  );
  const moves = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to, share } of pairs.sort((a, b) => b.share - a.share)) {
    if (share < enough || moves.has(from) || taken.has(to)) continue;
    moves.set(from, to);
    taken.add(to);
  }
  return moves;
}

/** Imports that lead nowhere get the path that the file has now: the new starter knows nothing of moves. */
export function followMoves(tree: Tree, moves: ReadonlyMap<string, string>): Tree {
  const origins = new Map([...moves].map(([from, to]) => [to, from]));
  return new Map(
    [...tree].map(([name, content]): [string, Content] => {
      if (typeof content !== 'string' || moves.size === 0) return [name, content];
      const places = [name, origins.get(name) ?? name].map((place) => posix.dirname(place));
      const text = content.replace(
        /((?:from|import) ?\(?['"])(\.[^'"\n]+)(?=['"])/g,
        (whole, before: string, path: string) => {
          const targets = places.map((place) => posix.join(place, path));
          if (tree.has(targets[0]!)) return whole;
          const found = targets.map((target) => moves.get(target) ?? target).find((target) => tree.has(target));
          return found === undefined ? whole : before + relativePath(places[0]!, found);
        },
      );
      return [name, text];
    }),
  );
}

function relativePath(folder: string, file: string): string {
  const path = posix.relative(folder, file);
  return path.startsWith('.') ? path : `./${path}`;
}

/** The share of lines that two texts have in common. Lines of brackets alone would make all files similar. */
function similarity(one: Content, other: Content): number {
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  const [some, others] = [one, other].map((text) => text.split('\n').map(keyOf).filter(isTelling));
  const known = new Set(some);
  const common = others!.filter((line) => known.has(line)).length;
  return common / Math.max(1, some!.length, others!.length);
}

export function isTelling(line: string): boolean {
  return /\w/.test(line);
}
