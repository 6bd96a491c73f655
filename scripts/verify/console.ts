import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { attacksOf, runAttack, verdictOf } from '../workshop/attack/attacks.ts';
import { bannerOf } from '../workshop/banner.ts';
import { type Chapter, root } from '../workshop/chapters.ts';
import { type Fence, fencesOf } from '../workshop/markdown.ts';
import { runCommand } from '../workshop/run/command.ts';
import { Program } from '../workshop/run/program.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { Lender, ServersMissing } from '../workshop/services/lender.ts';
import type { Addresses } from '../workshop/services/services.ts';
import { solutionOf, starterOf } from '../workshop/starters.ts';
import type { Finding } from './finding.ts';

const run = promisify(execFile);

interface ConsoleBlock {
  readonly commands: string[];
  /** Undefined where the commands only start another program. */
  readonly expected: Fence | undefined;
}

/** Commands with their outputs: a reader who types everything in order gets what the README shows. */
export async function verifyConsole(chapter: Chapter, readme: string): Promise<Finding[]> {
  const blocks = blocksOf(chapter, readme);
  if (!/^npm run services$/m.test(readme)) return verifyBlocks(chapter, blocks, {});
  // The reader has started real servers: these commands are for a program that uses them.
  const lender = new Lender();
  try {
    return await verifyBlocks(chapter, blocks, (await lender.lend()).env);
  } catch (error) {
    if (!(error instanceof ServersMissing)) throw error;
    const problem = `its commands were not run. ${error.message}`;
    return [{ place: `chapters/${chapter.slug}/README.md`, problem, isNote: true }];
  } finally {
    await lender.end();
  }
}

async function verifyBlocks(chapter: Chapter, blocks: ConsoleBlock[], env: Addresses): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const target of ['starter', 'solution'] as const) {
    const own = blocks.filter(({ expected }) => (expected?.note === 'starter') === (target === 'starter'));
    if (own.length === 0) continue;
    const files = target === 'starter' ? starterOf(chapter) : solutionOf(chapter);
    findings.push(
      ...(await withFolder(files, (folder) => runBlocks(new Stage(chapter, folder, own, env), chapter, own))),
    );
  }
  return findings;
}

/** An output belongs to the commands before it. Diagrams and outputs of editors belong to none. */
function blocksOf(chapter: Chapter, readme: string): ConsoleBlock[] {
  const blocks: ConsoleBlock[] = [];
  let commands: string[] | undefined;
  for (const fence of fencesOf(readme)) {
    if (fence.language === 'sh') {
      if (commands?.some((command) => startedBy(chapter, command))) blocks.push({ commands, expected: undefined });
      commands = fence.content
        .split('\n')
        .map((line) => line.replace(/(^|\s)# .*$/, '').trim())
        .filter((line) => line !== '');
    } else if (
      ['text', 'json', 'http'].includes(fence.language) &&
      fence.note !== 'diagram' &&
      commands !== undefined
    ) {
      blocks.push({ commands, expected: fence });
      commands = undefined;
    }
  }
  return blocks;
}

async function runBlocks(stage: Stage, chapter: Chapter, blocks: ConsoleBlock[]): Promise<Finding[]> {
  const captured = new Map<string, string>();
  const findings: Finding[] = [];
  try {
    for (const { commands, expected } of blocks) {
      const outputs: string[] = [];
      for (const command of commands) {
        const filled = fill(command, captured);
        // A chapter that other commands follow runs in another terminal.
        const isQuiet = expected === undefined || (commands.length > 1 && startedBy(chapter, filled) !== undefined);
        outputs.push(await (isQuiet ? stage.start(filled) : stage.outputOf(filled)));
      }
      const actual = outputs.map((output) => output.replaceAll('\r', '').trimEnd()).join('\n');
      const problem = expected && compare(expected.content, actual, captured);
      if (problem !== undefined)
        findings.push({ place: `chapters/${chapter.slug}/README.md:${expected?.line}`, problem });
    }
  } catch (error) {
    findings.push({
      place: `chapters/${chapter.slug}/README.md`,
      problem: `its commands cannot be run: ${(error as Error).message}`,
    });
  } finally {
    await stage.end();
  }
  return findings;
}

/** The reader's machine: one program of the chapter runs on it at a time, on one database. */
class Stage {
  readonly #chapter: Chapter;
  readonly #src: string;
  readonly #env: Record<string, string>;
  #file = 'main.ts';
  #program: Program | undefined;

  constructor(chapter: Chapter, src: string, blocks: readonly ConsoleBlock[], env: Addresses) {
    this.#chapter = chapter;
    this.#src = src;
    // Programs that follow each other need a file; where there is only one, memory is quicker.
    const isAlone = !blocks.some(({ commands }) => commands.some((command) => command.startsWith('npx tsx ')));
    const DATABASE_URL = isAlone ? 'memory:' : `file:${join(src, 'blog.db')}`;
    // Hashing a password at the real cost takes seconds.
    const own = { PORT: '0', JWT_SECRET: 'a secret for the outputs of the chapters', BCRYPT_COST: '4', DATABASE_URL };
    this.#env = { ...own, ...env };
    this.#play('main.ts');
  }

  /** `npm run chapter 19 api` ends the program that runs, and starts another. */
  async start(command: string): Promise<string> {
    const file = startedBy(this.#chapter, command);
    if (file === undefined || (file === this.#file && this.#program !== undefined)) return '';
    await this.#program?.stop();
    this.#play(file);
    return '';
  }

  async outputOf(command: string): Promise<string> {
    const chapter = this.#chapter;
    // The addresses before the command are those of the reader's servers. Here they are already in the environment.
    const [name, ...words] = wordsOf(command.replace(/^(?:[A-Z_]+=\S+ )+/, ''));
    if (name === 'curl') {
      if (this.#program === undefined)
        throw new Error(`"${command}" comes while no program is running. Start one before it.`);
      const { url } = await this.#program.listening();
      const address = url.replace('localhost', '127.0.0.1');
      const local = words.map((word) => word.replaceAll(/http:\/\/localhost:300[01]\b/g, address));
      const { stdout } = await run('curl', ['-sS', '--max-time', '20', ...local], { cwd: root });
      return stdout;
    }
    if (command === `npm run chapter ${chapter.number}`) return bannerOfStarter(chapter);
    const attack = /^npm run attack (\d+) ([\w-]+)$/.exec(command);
    if (attack?.[1] === chapter.number) return this.#attack(attack[2]!);
    const folder = `chapters/${chapter.slug}/src/`;
    if (name === 'npx' && words[0] === 'tsx' && words[1]?.startsWith(folder)) {
      // A database file belongs to one program at a time: the README has told the reader to stop the other one.
      const isBare = (await this.#program?.listening())?.isBare;
      if (this.#env.DATABASE_URL?.startsWith('file:') && !isBare) {
        await this.#program?.stop();
        this.#program = undefined;
      }
      const program = words[1].slice(folder.length);
      const { stdout, stderr } = await runCommand({
        src: this.#src,
        program,
        words: words.slice(2),
        env: this.#env,
        terminal: true,
      });
      return stripVTControlCharacters(stdout + stderr);
    }
    throw new Error(
      `"${command}" is followed by an output, but only curl, npm run chapter, npm run attack and npx tsx ${folder}… can be compared.`,
    );
  }

  async #attack(name: string): Promise<string> {
    const attack = (await attacksOf(this.#chapter)).find((each) => each.name === name);
    if (attack === undefined) throw new Error(`Chapter ${this.#chapter.number} has no attack "${name}".`);
    if (this.#program === undefined) throw new Error(`the attack "${name}" comes while no program is running.`);
    const lines: string[] = [];
    const { url } = await this.#program.listening();
    const verdict = await runAttack(attack, url, (line) => lines.push(line));
    return [...lines, verdictOf(attack, verdict)].join('\n');
  }

  async end(): Promise<void> {
    await this.#program?.kill();
  }

  #play(file: string): void {
    this.#file = file;
    this.#program = new Program({ src: this.#src, program: file, env: this.#env });
  }
}

/** The file of the program that `npm run chapter 19 api` runs. */
function startedBy(chapter: Chapter, command: string): string | undefined {
  const found = /^npm run chapter (\d+)(?: ([\w-]+))?$/.exec(command);
  return found?.[1] === chapter.number ? `${found[2] ?? 'main'}.ts` : undefined;
}

function bannerOfStarter(chapter: Chapter): Promise<string> {
  return withFolder(starterOf(chapter), async (folder) => {
    const program = new Program({ src: folder, env: { PORT: '0', DATABASE_URL: 'memory:' } });
    try {
      const { routes, isBare } = await program.listening();
      return stripVTControlCharacters(bannerOf(chapter, 'http://localhost:3000', isBare ? undefined : routes)).trim();
    } finally {
      await program.kill();
    }
  });
}

/** Splits a command much as a shell would: single quotes keep everything, double quotes all but backslashes. */
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

/** Blank lines between two outputs depend on the terminal, so they aren't compared. */
function withoutBlankLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** `…` matches anything within a line, or any lines if it is alone on one; `<NAME>` matches a string, and captures it. */
export function compare(expected: string, actual: string, captured: Map<string, string>): string | undefined {
  const names: string[] = [];
  const pattern = withoutBlankLines(expected)
    .replace(/^…$/gm, '\0')
    .split(/(\0|…|<[A-Z][A-Z_0-9]*>)/)
    .map((part) => {
      if (part === '…') return '.*?';
      if (part === '\0') return '[\\s\\S]*?';
      const name = /^<([A-Z][A-Z_0-9]*)>$/.exec(part)?.[1];
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      const known = captured.get(name);
      if (known !== undefined) return known.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      names.push(name);
      return '([^"\\s;]+)';
    })
    .join('');
  const match = new RegExp(`^${pattern}$`).exec(withoutBlankLines(actual));
  if (match === null) return `the output is different:\n${actual}`;
  for (const [index, name] of names.entries()) captured.set(name, match[index + 1]!);
  return undefined;
}
