import { execFile } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
import { bannerOf } from '../banner.ts';
import { type Chapter, root } from '../chapters.ts';
import { Program } from '../check/program.ts';
import { solutionOf, starterOf } from '../starters.ts';
import type { Finding } from './finding.ts';
import { withFolder } from './folder.ts';
import { type Fence, fencesOf } from './markdown.ts';

const run = promisify(execFile);

interface ConsoleBlock {
  readonly commands: string[];
  readonly expected: Fence;
}

/** Commands with their outputs: what the README shows is what a reader gets who types everything in order. */
export async function verifyConsole(chapter: Chapter, readme: string): Promise<Finding[]> {
  const blocks = blocksOf(readme);
  const findings: Finding[] = [];
  for (const target of ['starter', 'solution'] as const) {
    const own = blocks.filter(({ expected }) => (expected.note === 'starter') === (target === 'starter'));
    if (own.length === 0) continue;
    const files = target === 'starter' ? starterOf(chapter) : solutionOf(chapter);
    findings.push(...(await withFolder(files, (folder) => runBlocks(chapter, folder, own))));
  }
  return findings;
}

/** An output belongs to the commands before it. Pictures and outputs of editors stand alone. */
function blocksOf(readme: string): ConsoleBlock[] {
  const blocks: ConsoleBlock[] = [];
  let commands: string[] | undefined;
  for (const fence of fencesOf(readme)) {
    if (fence.language === 'sh')
      commands = fence.content.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    else if (['text', 'json', 'http'].includes(fence.language) && fence.note !== 'diagram' && commands !== undefined) {
      blocks.push({ commands, expected: fence });
      commands = undefined;
    }
  }
  return blocks;
}

async function runBlocks(chapter: Chapter, src: string, blocks: ConsoleBlock[]): Promise<Finding[]> {
  const program = new Program({
    src,
    env: { PORT: '0', JWT_SECRET: 'a secret for the outputs of the chapters', DATABASE_URL: 'memory:' },
  });
  const captured = new Map<string, string>();
  const findings: Finding[] = [];
  try {
    const { url } = await program.listening();
    for (const { commands, expected } of blocks) {
      const outputs: string[] = [];
      for (const command of commands) outputs.push(await outputOf(chapter, fill(command, captured), url));
      const actual = outputs.map((output) => output.replaceAll('\r', '').trimEnd()).join('\n');
      const problem = compare(expected.content, actual, captured);
      if (problem !== undefined)
        findings.push({ place: `chapters/${chapter.slug}/README.md:${expected.line}`, problem });
    }
  } catch (error) {
    findings.push({
      place: `chapters/${chapter.slug}/README.md`,
      problem: `its commands cannot be run: ${(error as Error).message}`,
    });
  } finally {
    await program.kill();
  }
  return findings;
}

async function outputOf(chapter: Chapter, command: string, url: string): Promise<string> {
  const [name, ...words] = wordsOf(command);
  if (name === 'curl') {
    const local = words.map((word) => word.replaceAll('http://localhost:3000', url.replace('localhost', '127.0.0.1')));
    const { stdout } = await run('curl', ['-sS', '--max-time', '20', ...local], { cwd: root });
    return stdout;
  }
  if (command === `npm run chapter ${chapter.number}`) return bannerOfStarter(chapter);
  throw new Error(`"${command}" is followed by an output, and only curl and npm run chapter can be compared.`);
}

function bannerOfStarter(chapter: Chapter): Promise<string> {
  return withFolder(starterOf(chapter), async (folder) => {
    const program = new Program({ src: folder, env: { PORT: '0' } });
    try {
      const { routes } = await program.listening();
      return stripVTControlCharacters(bannerOf(chapter, 'http://localhost:3000', routes)).trim();
    } finally {
      await program.kill();
    }
  });
}

/** Splits a command as a shell would: single quotes keep everything, double quotes too but for `\"`. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/(?:[^\s"']+|'[^']*'|"(?:\\.|[^"\\])*")+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"((?:\\.|[^"\\])*)"/g,
      (_, single?: string, double?: string) => single ?? double!.replace(/\\(.)/g, '$1'),
    ),
  );
}

function fill(command: string, captured: Map<string, string>): string {
  return command.replace(/<([A-Z][A-Z_0-9]*)>/g, (whole, name: string) => captured.get(name) ?? whole);
}

/** A terminal shows them; whether there is one between two outputs is nobody's promise. */
function withoutBlankLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** `…` stands for any text within a line, `<NAME>` too, and remembers it. */
export function compare(expected: string, actual: string, captured: Map<string, string>): string | undefined {
  const names: string[] = [];
  const pattern = withoutBlankLines(expected)
    .split(/(…|<[A-Z][A-Z_0-9]*>)/)
    .map((part) => {
      if (part === '…') return '.*?';
      const name = /^<([A-Z][A-Z_0-9]*)>$/.exec(part)?.[1];
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      const known = captured.get(name);
      if (known !== undefined) return known.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      names.push(name);
      return '([^"\\s;]+)';
    })
    .join('');
  const match = new RegExp(`^${pattern}$`).exec(withoutBlankLines(actual));
  if (match === null) return `the output is another:\n${actual}`;
  for (const [index, name] of names.entries()) captured.set(name, match[index + 1]!);
  return undefined;
}
