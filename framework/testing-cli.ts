import { Writable } from 'node:stream';
import { type AppOptions, createApp } from './app.ts';
import type { Module } from './core/module.ts';
import { type CliOptions, cli } from './platforms/cli.ts';

/** What a command left behind. */
export interface Outcome {
  /** 0 done, 1 failed, 2 typed wrongly. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions extends Omit<AppOptions, 'platform'>, Pick<CliOptions, 'name' | 'version' | 'summary'> {
  /** Print as for people. Off unless asked for: a test reads JSON more easily. */
  terminal?: boolean;
}

/** Runs one command of an application, from start to stop, and gives what it printed. */
export async function runCommand(root: Module, argv: string[], options: RunOptions = {}): Promise<Outcome> {
  const { name = 'app', version, summary, terminal = false, ...rest } = options;
  const stdout = new Collector(terminal);
  const stderr = new Collector(terminal);
  const platform = cli({ name, version, summary, stdout, stderr });
  const code = await createApp(root, { ...rest, platform }).run(argv);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

class Collector extends Writable {
  readonly isTTY: boolean;
  readonly #chunks: Buffer[] = [];

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
