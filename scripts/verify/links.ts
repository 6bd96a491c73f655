import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import GithubSlugger from 'github-slugger';
import { root } from '../workshop/chapters.ts';
import { lineOf, proseOf } from '../workshop/markdown.ts';
import type { Finding } from './finding.ts';

/** Every relative link leads to a file of the repository, and every anchor to a heading. */
export function verifyLinks(file: string): Finding[] {
  const text = readFileSync(file, 'utf8');
  const prose = proseOf(text).replace(/`[^`\n]+`/g, (code) => ' '.repeat(code.length));
  const place = relative(root, file).split(sep).join('/');
  return [...prose.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].flatMap((match) => {
    const problem = linkProblem(file, match[1]!);
    return problem === undefined ? [] : [{ place: `${place}:${lineOf(prose, match.index)}`, problem }];
  });
}

function linkProblem(file: string, link: string): string | undefined {
  if (/^[a-z]+:/i.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), decodeURIComponent(path));
  if (!existsSync(target)) return `the link ${link} leads nowhere.`;
  if (anchor === undefined || anchor === '') return undefined;
  if (!target.endsWith('.md'))
    return /^L\d+/.test(anchor) ? undefined : `the link ${link} has an anchor, but the file isn't Markdown.`;
  if (statSync(target).isDirectory()) return `the link ${link} has an anchor, but leads to a folder.`;
  return anchorsOf(readFileSync(target, 'utf8')).has(anchor)
    ? undefined
    : `${target === file ? 'this file' : path} has no heading for #${anchor}.`;
}

/** The anchors that GitHub generates from the headings. */
export function anchorsOf(text: string): Set<string> {
  const slugger = new GithubSlugger();
  return new Set(
    [...proseOf(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => slugger.slug(plain(heading))),
  );
}

function plain(heading: string): string {
  return heading
    .replace(/`/g, '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\*+/g, '')
    .trim();
}
