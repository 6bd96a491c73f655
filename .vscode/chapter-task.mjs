// Runs a command of the workshop for the chapter that an open file belongs to. VS Code can hand over the file, but not the
// chapter. Without a chapter, the commands take the first unfinished one.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { addressIn, writeOpeningPage } from './opening-page.mjs';
import { problemLine } from './problem-line.mjs';

const [task = '', file = ''] = process.argv.slice(2);
const folder = new URL('../', import.meta.url);
const number = /[\\/](?:chapters|solutions)[\\/](\d\d)-/.exec(file)?.[1];

const commands = {
  check: ['test', number],
  hint: ['hint', number],
  chapter: ['chapter', number],
  'x-ray': ['docs'],
};

const words = commands[task]?.filter((word) => word !== undefined);
if (words === undefined) {
  console.error(`${task} is none of ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
// Without a number, the command would run every test of the repository.
if (task === 'check' && number === undefined) {
  console.error('Open a file below chapters/ first: this task checks its chapter.');
  process.exit(1);
}

const child = spawn(process.execPath, ['scripts/main.mjs', ...words], {
  cwd: folder,
  env: { FORCE_COLOR: '1', ...process.env },
  stdio: ['inherit', 'pipe', 'inherit'],
});
let output = '';
let page;
child.stdout.setEncoding('utf8').on('data', (text) => {
  process.stdout.write(text);
  output += text;
  const address = task === 'x-ray' && page === undefined && addressIn(output);
  if (address) {
    page = writeOpeningPage(address, folder);
    open(page, address);
  }
});
child.once('exit', (code) => {
  if (page) rmSync(page, { force: true });
  const problem = task === 'check' && problemLine(output, folder);
  if (problem) console.log(problem);
  process.exitCode = code ?? 1;
});

/** In the browser of this machine. In a container there is none: there, a click on the address opens the forwarded port. */
function open(file, address) {
  const [command, ...rest] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? ['xdg-open'];
  spawn(command, [...rest, file], { stdio: 'ignore', detached: true })
    .on('error', () => console.log(`Open ${address}`))
    .unref();
}
