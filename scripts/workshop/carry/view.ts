import pc from 'picocolors';
import { renderFailure } from '../failure-view.ts';
import { typeErrorsView } from '../steps-view.ts';
import type { Aftermath } from './aftermath.ts';
import type { CarryOutcome } from './carry.ts';
import { type Conflict, conflictsIn } from './marks.ts';
import type { Fate, FileFate } from './merge-trees.ts';
import { namesOf } from './origin.ts';

const mostLines = 12;

/** What has become of each file, what is open, and whether the program still does what it did. */
export function carryView(outcome: CarryOutcome): string {
  const { chapter, conflicts, aftermath, saved, left, substituted } = outcome;
  const { number } = chapter;
  const lines = fatesView(outcome);
  for (const { number: other } of substituted)
    lines.push(pc.bold(`Chapter ${other} isn't finished, so the files of that chapter are ours.`));
  if (left.length > 0) lines.push(pc.bold(`Not carried, because they aren't ordinary files: ${pathsOf(left)}`));
  if (saved !== undefined) lines.push(`What was in chapter ${number} is saved: npm run reset ${number} ${saved}`);
  if (conflicts.size > 0) lines.push('', conflictsView(outcome));
  if (aftermath !== undefined) lines.push('', aftermathView(outcome, aftermath));
  if (outcome.keepsVariation !== undefined) lines.push(variationLine(outcome));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '');
}

/** Whether nothing is left to do. */
export function isSettled({ conflicts, aftermath }: CarryOutcome): boolean {
  return conflicts.size === 0 && aftermath?.failed.length === 0 && aftermath.typeErrors.length === 0;
}

const groups: [Fate[], string][] = [
  [['yours', 'added'], 'as you wrote them'],
  [['merged'], 'yours, with what the chapter changes'],
  [['deleted'], 'deleted, as in your code'],
  [['taken out'], 'taken out by the chapter'],
  [['back'], 'back, although you had deleted them: the chapter changes them'],
  [['not text'], 'yours; the chapter changes them, and only text can be merged'],
  [['conflict'], 'with conflicts'],
];

function fatesView({ chapter, origins, fates }: CarryOutcome): string[] {
  if (fates.length === 0) return [];
  const lines = groups.flatMap(([kinds, words]) => {
    const files = fates.filter(({ fate }) => kinds.includes(fate));
    return files.length === 0 ? [] : [`  ${words}:`, ...files.map((file) => `    ${fileView(file)}`)];
  });
  return [pc.bold(`Chapter ${chapter.number} with your code of ${namesOf(origins)}`), '', ...lines, ''];
}

function fileView({ file, movedFrom }: FileFate): string {
  return movedFrom === undefined ? `src/${file}` : `src/${file} (src/${movedFrom} of the starter)`;
}

function conflictsView({ chapter, conflicts, origins }: CarryOutcome): string {
  const { number } = chapter;
  const [first] = conflicts.keys();
  const files = [...conflicts].flatMap(([name, text]) => [
    pc.bold(`src/${name}`),
    ...conflictsIn(text).flatMap(conflictView),
  ]);
  return [
    pc.bold(`${counted(conflicts.size, 'file')} can't be merged without you: both sides have changed the same lines.`),
    '',
    ...files,
    '',
    'Edit the lines between the marks (your editor may show buttons for both sides), or take one side of a file:',
    `  ${pc.cyan(`npm run carry ${number} mine src/${first}`)}`,
    `  ${pc.cyan(`npm run carry ${number} starter src/${first}`)}`,
    `Then ${pc.cyan(`npm run carry ${number}`)} runs the checks of ${namesOf(origins)}. To get the starter instead: npm run reset ${number} (everything is saved first)`,
  ].join('\n');
}

function conflictView({ line, titles, mine, starter }: Conflict): string[] {
  return [
    `  Line ${line}`,
    `    ${titles.mine}:`,
    ...sideView(mine, pc.red),
    `    ${titles.starter}:`,
    ...sideView(starter, pc.green),
  ];
}

function sideView(lines: readonly string[], colour: (text: string) => string): string[] {
  if (lines.length === 0) return [pc.dim('      (no lines)')];
  const shown = lines.slice(0, mostLines).map((line) => colour(`      ${line}`));
  const more = lines.length - mostLines;
  return more > 0 ? [...shown, pc.dim(`      … ${counted(more, 'more line')}`)] : shown;
}

function aftermathView(
  { chapter, examined }: CarryOutcome,
  { passed, outdated, skipped, failed, typeErrors }: Aftermath,
): string {
  const { number } = chapter;
  const notes = [
    outdated > 0 && `${outdated} don't apply any more, because chapter ${number} changes what they check`,
    skipped > 0 && `${skipped} can't run on this machine`,
  ].filter(Boolean);
  const held = `The checks of ${namesOf(examined)} on it: ${passed} pass${notes.length > 0 ? `; ${notes.join('; ')}` : ''}.`;
  const errors = typeErrors.length === 0 ? [] : ['', typeErrorsView(typeErrors)];
  const back = `To get the starter instead: npm run reset ${number} (what is there now is saved first)`;
  if (failed.length === 0 && errors.length === 0)
    return [pc.green(held), `Start it: ${pc.cyan(`npm run chapter ${number}`)}. ${back}`].join('\n');
  if (failed.length === 0) return [held, ...errors, '', back].join('\n');
  const broken = failed.find(({ about }) => about !== undefined);
  const shown = broken ?? failed[0]!;
  const head = broken
    ? "The program doesn't start."
    : `${counted(failed.length, 'check')} of ${namesOf(examined)} passed before and fail now. The first:`;
  const failure = [...(broken ? [] : [shown.name]), renderFailure(shown.failure!)].join('\n').replace(/^(?=.)/gm, '  ');
  return [
    pc.red(head),
    failure,
    ...errors,
    '',
    `Fix it in chapters/${chapter.slug}/src, and run npm run carry ${number} again. ${back}`,
  ].join('\n');
}

/** What somebody has built on their own comes along, if the chapter leaves it alone. */
function variationLine({ chapter, origins, keepsVariation }: CarryOutcome): string {
  const title = `On your own: ${origins[0]?.variation?.title}`;
  return keepsVariation
    ? `${pc.green('★')} ${title}: it works in chapter ${chapter.number}, too.`
    : `${pc.dim('☆')} ${title}: not all of its rules hold in chapter ${chapter.number}. Nothing in this chapter needs it.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function pathsOf(names: readonly string[]): string {
  return names.map((name) => `src/${name}`).join(', ');
}
