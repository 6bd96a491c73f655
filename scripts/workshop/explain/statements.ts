import type { Chapter } from '../chapters.ts';
import { hashOf, type Progress } from '../progress.ts';
import { type Kinship, kinshipOf } from './kinship.ts';
import { declaredClasses, type SourceFacts, sourceFacts } from './source-facts.ts';
import type { Versions } from './versions.ts';

/** One sentence about both versions. Names of code are in backticks. Each of them is certain: what we could only guess, we don't say. */
export interface Statement {
  readonly kind: 'same' | 'different' | 'note';
  readonly text: string;
}

/** What can be read in the source of both versions. */
export function statementsOf(versions: Versions, kinship: Kinship): Statement[] {
  if (kinship !== 'different') return [{ kind: 'same', text: likeness[kinship] }];
  return [...alikeFiles(versions), ...filesOf(versions), ...facts(versions)];
}

/** Whether the step passes, as of the last check of this code. */
export function verdictOf(
  chapter: Chapter,
  step: number,
  { yours }: Versions,
  progress: Progress,
  checks: number,
): Statement {
  const { hash, steps } = progress.of(chapter);
  if (hash !== hashOf(yours)) {
    const text = `Your code has changed since its last check. Whether it still passes: npm test ${chapter.number}`;
    return { kind: 'note', text };
  }
  if (steps[step] !== true)
    return { kind: 'note', text: `Step ${step} has passed before, but your code doesn’t pass it now.` };
  const which = checks === 1 ? 'the check' : `the same ${checks} checks`;
  return { kind: 'same', text: `Both versions pass ${which} of this step.` };
}

/** That of the file that differs most. Files that are called otherwise, and further ones, may hide a difference. */
export function kinshipOfStep({ files, own, yours, ours }: Versions): Kinship {
  if (files.length === 0 || own.length > 0 || files.some((file) => file.yours !== file.ours)) return 'different';
  const found = files.map((file) => kinshipOf(yours.get(file.ours)!, ours.get(file.ours)!));
  return order.findLast((each) => found.includes(each)) ?? 'different';
}

const order: readonly Kinship[] = ['identical', 'formatting', 'names', 'different'];

const likeness = {
  identical: 'What you have written for this step is our version, to the letter.',
  formatting: 'The two differ only in formatting and comments. They are the same program.',
  names: 'The two are the same program, up to names, types and order.',
};

function alikeFiles({ files, yours, ours }: Versions): Statement[] {
  const alike = files.filter(
    (file) => file.yours !== undefined && kinshipOf(yours.get(file.yours)!, ours.get(file.ours)!) !== 'different',
  );
  if (alike.length === 0) return [];
  const names = listOf(alike.map((file) => `\`src/${file.yours}\``));
  const verb = alike.length === 1 ? 'is' : 'are';
  return [{ kind: 'same', text: `${names} ${verb} the same in both versions, up to names, types and order.` }];
}

function filesOf({ files, own, kept }: Versions): Statement[] {
  const different = (text: string): Statement => ({ kind: 'different', text });
  return [
    ...files
      .filter((file) => file.yours !== undefined && file.yours !== file.ours)
      .map((file) => different(`Your \`src/${file.yours}\` is \`src/${file.ours}\` in our version.`)),
    ...files
      .filter((file) => file.yours === undefined)
      .map((file) => different(`\`src/${file.ours}\` exists only in our version.`)),
    ...own.map((name) => different(`\`src/${name}\` exists only in your version.`)),
    ...kept.map((name) => different(`Our version deletes \`src/${name}\` in this step. Yours still has it.`)),
  ];
}

function facts(versions: Versions): Statement[] {
  const { yours, ours, files, own } = versions;
  const names = files.flatMap((file) => file.yours ?? []);
  const mine = sourceFacts(yours, [...names, ...own], declaredClasses(yours));
  const other = sourceFacts(
    ours,
    files.map((file) => file.ours),
    declaredClasses(ours),
  );
  const different = (text: string): Statement => ({ kind: 'different', text });
  const all: (Statement | false)[] = [
    ...movedFunctions(mine, other, versions).map(different),
    ...stateStatements(mine, other).map(different),
    ...mine.packages
      .filter((name) => !packagesIn(ours).has(name))
      .map((name) => different(`Your version imports the package \`${name}\`, which ours doesn’t need.`)),
    mine.unchecked > other.unchecked &&
      different(
        `Your version tells the compiler ${times(mine.unchecked)} to check nothing (\`any\`, \`@ts-ignore\`), and ours ${other.unchecked === 0 ? 'never' : times(other.unchecked)}.`,
      ),
    mine.printed > other.printed &&
      different(
        'Your version prints with `console`. These lines don’t go through the log, so `LOG_LEVEL` doesn’t apply to them.',
      ),
    mine.lines !== other.lines &&
      different(
        `${files.length + own.length === 1 ? 'In this file' : 'In the files of this step'}, your version has ${counted(mine.lines, 'line')} of code, and ours has ${other.lines}.`,
      ),
  ];
  return all.filter((each) => each !== false);
}

function movedFunctions(mine: SourceFacts, other: SourceFacts, { files }: Versions): string[] {
  return [...mine.functions].flatMap(([name, { file, text }]) => {
    const theirs = other.functions.get(name);
    const isMoved = theirs?.text === text && files.find((each) => each.ours === theirs.file)?.yours !== file;
    return isMoved ? [`\`${name}\` is in \`src/${file}\` in your version, and in \`src/${theirs.file}\` in ours.`] : [];
  });
}

function stateStatements(mine: SourceFacts, other: SourceFacts): string[] {
  const owners = (facts: SourceFacts) => [...new Set(facts.state.map(({ owner }) => owner))];
  const fields = (facts: SourceFacts, owner: string) =>
    listOf(facts.state.filter((each) => each.owner === owner).map(({ field }) => `\`${field}\``));
  const only = owners(mine).filter((owner) => !owners(other).includes(owner));
  const missing = owners(other).filter((owner) => !owners(mine).includes(owner));
  const where =
    missing.length > 0 ? ` Ours keeps its values in ${listOf(missing.map((owner) => `\`${owner}\``))}.` : '';
  return only.map(
    (owner) =>
      `Your \`${owner}\` keeps values in memory, in ${fields(mine, owner)}: all requests share its one instance, and a restart clears it.${where}`,
  );
}

function packagesIn(files: ReadonlyMap<string, string>): Set<string> {
  const texts = [...files.values()].join('\n');
  return new Set(
    [...texts.matchAll(/(?:from|import) ?['"]((?:@[^/'"]+\/)?[^/'".#][^/'"]*)/g)].map(([, name]) => name!),
  );
}

export function listOf(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
