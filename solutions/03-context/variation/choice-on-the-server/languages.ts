import { randomUUID } from 'node:crypto';

export type Language = 'en' | 'de' | 'fr';

const known: readonly Language[] = ['en', 'de', 'fr'];

/** Knows what readers have chosen, and reads what their browsers prefer. */
export class Languages {
  readonly #chosen = new Map<string, Language>();

  find(code: string): Language | undefined {
    return known.find((language) => language === code);
  }

  /** Returns the name under which the choice can be found again. */
  choose(language: Language): string {
    const reader = randomUUID();
    this.#chosen.set(reader, language);
    return reader;
  }

  of(reader: string, header: string): Language {
    return this.#chosen.get(reader) ?? this.#preferred(header);
  }

  #preferred(header: string): Language {
    const weights = new Map<string, number>();
    for (const [, range, weight = '1'] of header.matchAll(
      /([a-z]+|\*)(?:-[a-z\d]+)*\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/gi,
    )) {
      const name = range!.toLowerCase();
      weights.set(name, Math.max(weights.get(name) ?? 0, Number(weight) || 0));
    }
    const others = weights.get('*') ?? 0;
    let best: Language = 'en';
    let most = 0;
    const named = [...weights.keys()].flatMap((name) => this.find(name) ?? []);
    for (const language of [...named, ...known]) {
      const weight = weights.get(language) ?? others;
      if (weight > most) [best, most] = [language, weight];
    }
    return best;
  }
}
