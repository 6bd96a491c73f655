import { join, relative, sep } from 'node:path';
import { root } from '../workshop/chapters.ts';
import type { AppDescription } from '../workshop/run/listening.ts';
import { readFiles } from '../workshop/starters.ts';
import type { RunningProgram } from '../workshop/xray/feed.ts';
import type { Place, SourceFrame, TracedStep, TraceEvent } from '../workshop/xray/trace-event.ts';

/** A program that listens, and the places where its parts are defined, by name. */
export interface LocatedProgram extends RunningProgram {
  readonly url: string;
  readonly places: Readonly<Record<string, Place>>;
}

/** A file of the program, line by line. */
interface Source {
  readonly file: string;
  readonly lines: readonly string[];
}

/**
 * Finds the classes, methods and queries that a trace names in the program's own source. Here, not in the program: it
 * knows the names of its parts, but not where they are defined, and capturing a stack in each request would be slow.
 */
export class SourcePlaces {
  readonly #sources: readonly Source[];
  readonly #known = new Map<string, Place | undefined>();

  /** Reads a program's folder once: it is restarted whenever a file in it changes. */
  constructor(src: string, repository = root) {
    this.#sources = [...readFiles(src)]
      .filter(([name]) => name.endsWith('.ts'))
      .map(([name, text]) => ({
        file: relative(repository, join(src, name)).split(sep).join('/'),
        lines: text.split('\n'),
      }));
  }

  /** The same trace, with the places that could be found. */
  locate(trace: TraceEvent): TraceEvent {
    const { resolution, tried } = trace;
    const layers: string[] = [];
    return {
      ...trace,
      ...(resolution && { resolution: { ...resolution, place: this.ofHandler(resolution.handler, resolution.path) } }),
      tried: {
        ...tried,
        routes: tried.routes.map((route) => ({ ...route, place: this.ofRoute(route) })),
      },
      steps: trace.steps.map((step) => {
        layers.length = step.depth;
        const place = this.#ofStep(step, layers.at(-1), resolution?.path);
        layers.push(step.name);
        return place === undefined ? step : { ...step, place };
      }),
    };
  }

  /** Where a request was decided, with the lines around it. */
  frameOf(step: TracedStep, message: string): SourceFrame | undefined {
    const decisive = (step.kind === 'bind' ? this.#refusal(step) : this.#message(step, message)) ?? step.place;
    const lines = this.#sources.find(({ file }) => file === decisive?.file)?.lines;
    if (!decisive || lines === undefined) return undefined;
    const first = Math.max(1, decisive.line - 2);
    return { ...decisive, first, lines: lines.slice(first - 1, decisive.line + 2) };
  }

  /** The field of the DTO that broke a rule; if the body could not be read at all, the line that binds it. */
  #refusal({ name, note = '' }: TracedStep): Place | undefined {
    const field = /^(\w+) /.exec(note)?.[1] ?? '';
    return (
      this.#findIn(name, new RegExp(`^\\s+(@field.* )?${escaped(field)}[!?]?[:;=]`)) ??
      this.#findOnly(new RegExp(`\\bbind\\(\\s*${escaped(name)}\\b`))
    );
  }

  /** The line with the message that the client got: in the method or the class that decided, or the only one that has it. */
  #message({ name }: TracedStep, message: string): Place | undefined {
    if (message.length <= 3) return undefined;
    const [owner = '', method = ''] = name.split('.');
    const text = new RegExp(escaped(message));
    const start = method === '' ? undefined : this.#method(owner, method);
    if (start === undefined) return this.#findIn(owner, text) ?? this.#findOnly(text);
    return this.#findFrom(start, text, /^ {2}\}/) ?? this.#findOnly(text);
  }

  /** `PostsController.show`: the line of the method; of the route where the handler is written into it. */
  ofHandler(handler: string, path = ''): Place | undefined {
    const [owner = '', method = ''] = handler.split('.');
    return this.#once(`handler ${handler} ${path}`, () =>
      method === '' ? this.#route(owner, path) : (this.#method(owner, method) ?? this.#class(owner)),
    );
  }

  /** The line of the record in `routes()`. */
  ofRoute({ method, path, handler }: { method: string; path: string; handler: string }): Place | undefined {
    return this.#once(`route ${method} ${path}`, () => this.#route(handler.split('.')[0] ?? '', path, method));
  }

  /** The parts of the application. */
  ofParts({ parts }: AppDescription): Record<string, Place> {
    const found = parts.map(({ name, builtBy = name }) => [name, this.ofClass(builtBy)] as const);
    return Object.fromEntries(found.filter((entry): entry is [string, Place] => entry[1] !== undefined));
  }

  ofClass(name: string): Place | undefined {
    return this.#once(`class ${name}`, () => this.#class(name));
  }

  #ofStep({ kind, name }: TracedStep, inside: string | undefined, path: string | undefined): Place | undefined {
    if (kind === 'handler') return this.ofHandler(name, path);
    if (kind === 'bind') return this.ofClass(name);
    if (kind === 'middleware') {
      return this.#once(`middleware ${name}`, () => this.#method(name, 'handle') ?? this.#class(name));
    }
    if (kind === 'set') return this.#once(`set ${inside} ${name}`, () => this.#set(name, inside));
    if (kind === 'query') return this.#once(`query ${name}`, () => this.#query(name));
    return undefined;
  }

  #once(key: string, find: () => Place | undefined): Place | undefined {
    if (!this.#known.has(key)) {
      // Queries may be as many as a program likes to make up.
      if (this.#known.size > 2000) this.#known.clear();
      this.#known.set(key, find());
    }
    return this.#known.get(key);
  }

  #class(name: string): Place | undefined {
    return this.#find(new RegExp(`^\\s*(export\\s+)?(default\\s+)?(abstract\\s+)?class ${escaped(name)}\\b`));
  }

  #method(owner: string, name: string): Place | undefined {
    return this.#findIn(
      owner,
      new RegExp(`^\\s+(readonly |private |public |async |\\*)*${escaped(name)}\\s*(\\(|=|<)`),
    );
  }

  /** Groups and resources write only a part of the path into the record: its end is the best there is. */
  #route(owner: string, path: string, method = ''): Place | undefined {
    const ends = path.split('/').map((_, index, parts) => `/${parts.slice(index + 1).join('/')}`);
    for (const end of ends.slice(0, -1)) {
      const written = `path:\\s*['"\`]${escaped(end)}['"\`]`;
      const place =
        this.#findIn(owner, new RegExp(`['"]${method}['"].*${written}`)) ?? this.#findIn(owner, new RegExp(written));
      if (place !== undefined) return place;
    }
    return this.#findIn(owner, /\bresource\(/) ?? this.#class(owner);
  }

  #set(key: string, inside = ''): Place | undefined {
    const call = new RegExp(`\\.set(Value)?\\(\\s*['"\`]${escaped(key)}['"\`]`);
    return this.#findIn(inside.split('.')[0]!, call) ?? this.#find(call);
  }

  /** By the longest part between two placeholders, with the spaces that the trace has joined. */
  #query(sql: string): Place | undefined {
    const parts = sql.split(/\$\d+|\?|…/).map((part) => part.trim());
    const longest = parts.reduce((a, b) => (b.length > a.length ? b : a), '');
    if (longest.length < 8) return undefined;
    const pattern = new RegExp(longest.split(/\s+/).map(escaped).join('\\s+'));
    for (const { file, lines } of this.#sources) {
      const match = pattern.exec(lines.join('\n'));
      if (match !== null) return { file, line: lines.join('\n').slice(0, match.index).split('\n').length };
    }
    return undefined;
  }

  #find(pattern: RegExp): Place | undefined {
    for (const { file, lines } of this.#sources) {
      const index = lines.findIndex((line) => pattern.test(line));
      if (index >= 0) return { file, line: index + 1 };
    }
    return undefined;
  }

  /** Undefined if several lines match: a wrong line would mislead more than none. */
  #findOnly(pattern: RegExp): Place | undefined {
    const count = this.#sources.flatMap(({ lines }) => lines.filter((line) => pattern.test(line))).length;
    return count === 1 ? this.#find(pattern) : undefined;
  }

  /** Between the line of a class and its closing brace at the start of a line. */
  #findIn(owner: string, pattern: RegExp): Place | undefined {
    const place = this.#class(owner);
    return place && this.#findFrom(place, pattern, /^\}/);
  }

  /** After a line, up to the one that ends its block. */
  #findFrom({ file, line }: Place, pattern: RegExp, end: RegExp): Place | undefined {
    const lines = this.#sources.find((source) => source.file === file)?.lines ?? [];
    for (let index = line; index < lines.length && !end.test(lines[index]!); index++) {
      if (pattern.test(lines[index]!)) return { file, line: index + 1 };
    }
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
