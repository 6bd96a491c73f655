import { bannerOf } from '../workshop/banner.ts';
import { allChapters } from '../workshop/chapters.ts';
import { fold } from '../workshop/fold.ts';
import { solutionOf, writeFiles } from '../workshop/starters.ts';
import { stepsView } from '../workshop/steps-view.ts';
import { Workshop } from '../workshop/workshop.ts';
import { repositoryWithChapter } from './repository.fixture.ts';
import { type TerminalTheme, terminalPicture, terminalThemes } from './terminal-picture.ts';

const columns = 80;

/** The pictures in the README, by their theme: what the commands print today. With colours only if FORCE_COLOR was set before this was loaded. */
export async function currentTerminal(): Promise<Record<TerminalTheme, string>> {
  const repository = repositoryWithChapter();
  try {
    const { chapter } = repository;
    const workshop = new Workshop(repository.path);
    // The copy has no other chapter.
    const next = allChapters()[1];
    const view = async () => stepsView(chapter, await workshop.check(chapter), next, columns);
    const failing = await view();
    writeFiles(chapter.src, solutionOf(chapter));
    const passing = await view();
    const scenes = [
      { command: 'npm run chapter 01', output: bannerOf(chapter, 'http://localhost:3000', []), seconds: 3 },
      { command: 'npm test 01', output: withoutPath(failing), seconds: 5 },
      { command: 'npm test 01', output: withoutPath(passing), seconds: 5 },
    ];
    const folded = scenes.map((scene) => ({ ...scene, output: fold(scene.output, columns) }));
    const pictures = terminalThemes.map((theme) => [theme, terminalPicture(folded, columns, theme)]);
    return Object.fromEntries(pictures) as Record<TerminalTheme, string>;
  } finally {
    repository.remove();
  }
}

/** The copy is in a folder of its own. */
function withoutPath(text: string): string {
  return text.replaceAll(/\S*\.workshop\/tests\/[^/]+\//g, '');
}
