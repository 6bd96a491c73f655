import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Database } from 'trellis';
import { type Chapter, root } from '../chapters.ts';
import type { Files } from '../starters.ts';
import type { Board, Fields, Item } from './board.ts';
import type { UserKind } from './traffic.ts';

/** What somebody else can tell. It costs time, as asking does. */
export interface Signal {
  /** `the database team` */
  readonly from: string;
  /** Minutes. */
  readonly price: number;
  readonly text: string;
  /** Whether they also limit the damage until the cause is removed. */
  readonly isMitigation?: boolean;
}

/** One explanation that a reasonable person could have. */
export interface Cause {
  readonly claim: string;
  /** Only the true cause has this: whether a piece of evidence proves it. */
  proves?(item: Item): boolean;
  /** For the true cause: what its proof looks like. For any other: what would have to be visible if it were the cause. */
  readonly wouldShow: string;
  /** What the instruments show instead. */
  shows?(board: Board): string | undefined;
}

/** A service of another team, for as long as the incident takes. */
export interface Outside {
  /** Where the program finds it. */
  readonly env: Readonly<Record<string, string>>;
  /** How often it was called so far. */
  calls(): number;
  /** Its own log, which its team lets us read. Each line has a `time`. */
  log?(): readonly Fields[];
  end(): Promise<void>;
}

/** A blog in trouble, its users, and everybody who knows something. The machinery knows nothing about any of them. */
export interface Situation {
  /** Whose words the page is in, and what it says. */
  readonly page: { readonly from: string; readonly text: string };
  /** Milliseconds to the database and back; 0 if it is in the program's own process. */
  readonly distance?: number;
  /** Variables of the program. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the database contains when it begins. */
  seed(db: Database): Promise<void>;
  outside?(): Promise<Outside>;
  readonly users: readonly UserKind[];
  readonly signals: readonly Signal[];
  readonly causes: readonly Cause[];
  /** The values to follow through the log on the shortest way to the proof, as far as the board shows where to begin. */
  follow?(board: Board): readonly string[];
}

/** A situation that can be played. */
export interface Staged extends Situation {
  /** Says nothing about the cause. */
  readonly name: string;
  /** `30-slow` */
  readonly chapter: string;
  /** The program that has created the tables of the database; without one, the starter of the chapter. */
  readonly planted?: Files;
}

/** Everything that is special about an incident. */
export interface IncidentPlan extends Situation {
  /** The step of the chapter that repairs it. */
  readonly step: number;
  /** The part of the learner's code that the cause is about. Named once the cause is proven: nobody learns from reading the rest. */
  readonly repair?: { readonly file: string; readonly part: string };
}

export interface Incident extends IncidentPlan, Staged {}

/** The default export of `solutions/NN-slug/incidents/NAME.ts`: `incident(import.meta.url, { … })`. */
export function incident(url: string, plan: IncidentPlan): Incident {
  const file = fileURLToPath(new URL(url));
  const name = basename(file, '.ts');
  requireOneTruth(name, plan);
  return { name, chapter: basename(dirname(dirname(file))), ...plan };
}

/** Two true causes couldn't be told apart by their evidence. */
export function requireOneTruth(name: string, { causes }: Situation): void {
  const truths = causes.filter(({ proves }) => proves !== undefined);
  if (truths.length !== 1) throw new Error(`${name} has ${truths.length} true causes. It needs one.`);
}

/** The incidents of a chapter, in the order of the steps. */
export async function incidentsOf({ solution }: Chapter): Promise<Incident[]> {
  const folder = join(solution, '..', 'incidents');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const incidents = await Promise.all(
    names.map(async (name) => {
      const { default: found } = (await import(pathToFileURL(join(folder, name)).href)) as { default: Incident };
      return found;
    }),
  );
  return incidents.sort((a, b) => a.step - b.step);
}

/** The folder of the healthy program. */
export function healthySrc({ chapter }: Incident): string {
  return join(root, 'solutions', chapter, 'src');
}

/** The causes by their letters, in an order that says nothing. */
export function lettered({ name, causes }: Staged): Map<string, Cause> {
  const rank = ({ claim }: Cause) =>
    [...`${name}${claim}`].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7);
  const shuffled = causes.toSorted((a, b) => rank(a) - rank(b));
  return new Map(shuffled.map((cause, index) => [String.fromCharCode(97 + index), cause]));
}
