import { hasMarks, type Titles } from './marks.ts';
import { mergeText } from './merge-text.ts';
import { followMoves, movesIn } from './moves.ts';
import { type Content, isSame, type Tree } from './tree.ts';

/** What has become of a file that the learner has changed. */
export type Fate =
  /** The starter doesn't change it: it is as the learner has it. */
  | 'yours'
  | 'added'
  | 'deleted'
  /** Both have changed it, in different places. */
  | 'merged'
  /** Both have changed the same lines. */
  | 'conflict'
  /** The new chapter takes the file out. */
  | 'taken out'
  /** The learner has deleted it, but the new chapter changes it. */
  | 'back'
  /** Both have changed it, and it isn't text. */
  | 'not text';

export interface FileFate {
  readonly file: string;
  readonly fate: Fate;
  /** The path that it had in the chapter before. */
  readonly movedFrom?: string;
}

export interface MergedTree {
  readonly tree: Tree;
  readonly fates: readonly FileFate[];
}

export interface TreeSides {
  readonly base: Tree;
  readonly mine: Tree;
  readonly starter: Tree;
}

/** Merges file by file. A file that the learner has moved is merged where it is now. */
export function mergeTrees({ base, mine, starter }: TreeSides, titles: Titles): MergedTree {
  const moves = movesIn(base, mine);
  const targets = new Set(moves.values());
  const names = [...new Set([...base.keys(), ...mine.keys(), ...starter.keys()])].filter(
    (name) => !targets.has(name) || base.has(name) || starter.has(name),
  );
  const tree: Tree = new Map();
  const fates: FileFate[] = [];
  for (const name of names.sort()) {
    const file = moves.get(name) ?? name;
    const own = targets.has(name) ? undefined : mine.get(file);
    const versions = { base: base.get(name), mine: own, starter: starter.get(name) };
    const { content, fate = fateOfMoved(versions) } = mergeFile(versions, titles);
    if (content !== undefined) tree.set(file, content);
    if (file !== name) fates.push({ file, fate, movedFrom: name });
    else if (!isSame(own, versions.base) && !isSame(own, versions.starter)) fates.push({ file, fate });
  }
  return { tree: followMoves(tree, moves), fates };
}

/** A file that has only moved is a change, too. */
function fateOfMoved({ base, starter }: Versions): Fate {
  if (starter === undefined) return 'taken out';
  return isSame(base, starter) ? 'yours' : 'merged';
}

interface Versions {
  readonly base?: Content | undefined;
  readonly mine?: Content | undefined;
  readonly starter?: Content | undefined;
}

function mergeFile({ base, mine, starter }: Versions, titles: Titles): { content?: Content | undefined; fate?: Fate } {
  if (isSame(mine, base)) return { content: starter };
  if (isSame(mine, starter)) return { content: mine };
  if (isSame(starter, base)) {
    const fate = base === undefined ? 'added' : mine === undefined ? 'deleted' : 'yours';
    return { content: mine, fate };
  }
  if (starter === undefined) return { fate: 'taken out' };
  if (mine === undefined) return { content: starter, fate: 'back' };
  if ([base, mine, starter].some((content) => Buffer.isBuffer(content))) return { content: mine, fate: 'not text' };
  const sides = { base: String(base ?? ''), mine: String(mine), starter: String(starter) };
  const content = mergeText(sides, titles);
  return { content, fate: hasMarks(content) ? 'conflict' : 'merged' };
}
