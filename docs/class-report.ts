import { readdirSync, readFileSync } from 'node:fs';

const [folder = '.'] = process.argv.slice(2);
for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
  const { finished, chapters } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  const current = chapters.find(
    (chapter: { steps: number; passing: number[] }) => chapter.passing.length < chapter.steps,
  );
  console.log(`${name.padEnd(30)} ${finished} finished, now at ${current?.chapter ?? 'the end'}`);
}
