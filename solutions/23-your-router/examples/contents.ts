interface Section {
  title: string;
  sections?: Section[];
}

/** One line per section, with the titles around it: `Baking → Bread → Sourdough`. */
export function* linesOf(section: Section, around: readonly string[] = []): Iterable<string> {
  const titles = [...around, section.title];
  yield titles.join(' → ');
  for (const inner of section.sections ?? []) yield* linesOf(inner, titles);
}
