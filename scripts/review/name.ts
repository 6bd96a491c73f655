import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Chapter } from '../workshop/chapters.ts';
import { mixed, type Task, taskId } from './task.ts';

interface Entry {
  readonly term: string;
  readonly definition: string;
  /** The number of the chapter that explains it first. */
  readonly chapter: string;
}

/** The terms of the glossary that a chapter introduces: which of four is described? */
export function nameTasks(chapter: Chapter): Task[] {
  const entries = readGlossary(join(chapter.folder, '..', '..', 'docs', 'glossary.md'));
  const slugger = new GithubSlugger();
  return entries
    .filter((entry) => entry.chapter === chapter.number)
    .map((entry) => ({
      id: taskId(chapter, 'name', slugger.slug(entry.term)),
      kind: 'name',
      chapter,
      pose: async () => questionOf(entry, entries),
    }));
}

function questionOf(entry: Entry, entries: readonly Entry[]) {
  const { term, definition } = entry;
  // Terms of neighbouring chapters are the ones that are easily confused. Those of later chapters may not be known yet.
  const distance = (other: Entry) => {
    const ahead = Number(other.chapter) - Number(entry.chapter);
    return ahead > 0 ? 100 + ahead : -ahead;
  };
  const mentions = (other: Entry) => definition.toLowerCase().includes(other.term.toLowerCase());
  const others = mixed(entries, term).filter((other) => other !== entry && !mentions(other));
  const options = [entry, ...others.sort((a, b) => distance(a) - distance(b)).slice(0, 3)];
  const ask = {
    text: 'Which term is described?',
    options: mixed(
      options.map((option) => option.term),
      definition,
    ),
  };
  return {
    text: withoutTerm(definition, term),
    asks: [ask],
    judge: async ([answer]: readonly string[]) => ({
      verdict: answer === term ? ('right' as const) : ('missed' as const),
      text: `**${term}**: ${definition}`,
      right: [term],
    }),
  };
}

/** The words of the term, in singular and plural, would give it away. */
function withoutTerm(definition: string, term: string): string {
  const words = term.split(/[\s-]+/).filter((word) => word.length > 2);
  const forms = words.map((word) => `${word.replace(/[^\w]/g, '\\$&').replace(/s$/, '')}(?:e?s)?`);
  const form = `(?:${forms.join('|')})`;
  return forms.length === 0 ? definition : definition.replace(new RegExp(`\\b${form}(?:[ -]${form})*\\b`, 'gi'), '…');
}

/** `### Term`, the definition, then `Chapter [05](…)` and links. */
function readGlossary(file: string): Entry[] {
  if (!existsSync(file)) return [];
  const sections = readFileSync(file, 'utf8').split(/^### /m).slice(1);
  return sections.flatMap((section) => {
    const [term = '', ...lines] = section.split('\n');
    const [, definition, chapter] = /^(.*?)\s*Chapters? \[(\d\d)\]/s.exec(lines.join(' ').trim()) ?? [];
    return definition && chapter ? [{ term: term.trim(), definition: definition.replace(/\s+/g, ' '), chapter }] : [];
  });
}
