/** The two sides of a merge, in plain words. */
export interface Titles {
  readonly mine: string;
  readonly starter: string;
}

export type Side = keyof Titles;

export interface Conflict {
  /** The line of the first mark, from 1. */
  readonly line: number;
  readonly titles: Titles;
  readonly mine: readonly string[];
  readonly starter: readonly string[];
}

/** In the form of git's conflicts: editors show buttons for them, and the compiler reports each mark. */
export function markedConflict(mine: readonly string[], starter: readonly string[], titles: Titles): string[] {
  return [`<<<<<<< ${titles.mine}`, ...mine, '=======', ...starter, `>>>>>>> ${titles.starter}`];
}

const marked =
  /^<<<<<<< (.*?)\r?\n((?:(?!<<<<<<< ).*\n)*?)=======\r?\n((?:(?!<<<<<<< ).*\n)*?)>>>>>>> (.*?)(?:\r?\n|$)/gm;

export function hasMarks(text: string): boolean {
  return conflictsIn(text).length > 0;
}

export function conflictsIn(text: string): Conflict[] {
  return [...text.matchAll(marked)].map(({ 1: own = '', 2: mine = '', 3: starter = '', 4: ours = '', index }) => ({
    line: text.slice(0, index).split('\n').length,
    titles: { mine: own, starter: ours },
    mine: linesOf(mine),
    starter: linesOf(starter),
  }));
}

/** The file with one side of each conflict. */
export function settle(text: string, side: Side): string {
  return text.replace(marked, (_, _own: string, mine: string, starter: string) => (side === 'mine' ? mine : starter));
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
