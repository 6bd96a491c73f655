import { inPage } from './wording.ts';

/*
 * The text of a chapter speaks to somebody with terminals and an editor. The page with the editor shows the same text, with these
 * sentences in the place of those that only make sense there. A line break counts as a space. Blocks of code stay as they are.
 */

const running = 'Your program is running already. On your own machine, this starts it:';

const sentences: readonly (readonly [text: string | RegExp, inPage: string])[] = [
  // What the chapter takes, and how it starts.
  ['you need: Node 20.11 or later, two terminals, some JavaScript', 'you need: some JavaScript'],
  ['Open a terminal in the folder of the workshop and start the chapter:', running],
  [
    'If chapter 01 is still running, stop it with Ctrl-C. Then start this one, and send it two requests from the second terminal:',
    'Your program is running already. Send it two requests:',
  ],
  [
    'If chapter 02 is still running, stop it with Ctrl-C. Start this chapter in one terminal, and use another one to send requests and to check your steps with `npm test 03`:',
    `The button Check checks your steps. ${running}`,
  ],
  [
    /Start the chapter, and check your steps with `npm test \d\d`(?: as you go)?:/,
    `The button Check checks your steps. ${running}`,
  ],
  ['Start the chapter, and send the blog two strange bodies.', 'Send the blog two strange bodies.'],
  ['Start the chapter in one terminal, and the attack in another:', 'The program is running, so attack it:'],
  // Two terminals, and a shell.
  [
    'When you change a file and save it, the program restarts by itself. Open a second terminal in the same folder for everything else, and send your first request. (In PowerShell, type `curl.exe` wherever this workshop says `curl`.)',
    'When you change a file, the program restarts by itself. Send your first request:',
  ],
  [/(?<=\b[Tt]he )first terminal/, 'tab Output'],
  [
    'the terminal in which the chapter runs shows that the compiler noticed too',
    'the compiler of your own machine would notice too',
  ],
  ['Your editor and the tab Output report it, though.', 'On your own machine, the compiler reports it, though.'],
  ['the terminal shows a warning', 'the tab Output shows a warning'],
  ['in the server’s terminal', 'in the tab Output'],
  [
    ' (`curl` doesn’t add a line break after the body, so in your terminal the next output may continue on the same line.)',
    '',
  ],
  ['Without them, your shell interprets', 'Without them, a shell interprets'],
  ['would end the string in your shell', 'would end the string of the command'],
  ['each time, let your shell remember it. In bash and zsh:', 'each time, let the page remember it:'],
  [
    / In PowerShell, `\$ID = [\s\S]*?ConvertFrom-Json\)\.id` does the same\. From now on, type `\$ID` wherever this page says `<ID>`, and repeat this line after each save\./,
    ' From now on, Send fills it in wherever this page says `<ID>`. Send this line again after each change.',
  ],
  ['with the chapter running in the other terminal:', 'with the button at the command:'],
  [' (In PowerShell: `$env:DATABASE_URL=’file:blog.db’; npm run chapter 06`.)', ''],
  [
    'stop the program and delete `blog.db` in the workshop’s folder, and `blog.db.journal` if it is there.',
    'reload the page, whose files are gone then, and restart the program with the button.',
  ],
  [
    ' (In PowerShell, `DATABASE_URL` stays set until you close the terminal, so open a new terminal for the next chapter.)',
    '',
  ],
  // Saving, and starting again.
  ['Save the file and send the request again', 'Send the request again'],
  ['Save all files. ', ''],
  [/, save, and (send|look)/, ', and $1'],
  ['to the list and save. The program', 'to the list. The program'],
  [', and save.', '.'],
  [' Save. The program refuses', ' The program refuses'],
  [' for a moment and save.', ' for a moment.'],
  ['Each time you save, the program restarts', 'Each time you change a file, the program restarts'],
  ['each time you saved a file', 'each time you changed a file'],
  ['If you have saved a file since', 'If you have changed a file since'],
  ['Saving a file restarts', 'Changing a file restarts'],
  [
    'Stop the chapter with Ctrl-C and start it again. Your `routes()`',
    'Press Restart at the first command of this page, and look at the tab Output. Your `routes()`',
  ],
  ['Stop the program with Ctrl-C, and start it with a file', 'Restart the program with a file'],
  [
    'Stop the program, start it again with the same `DATABASE_URL`, and ask for the posts:',
    'Restart the program with the same `DATABASE_URL`, and ask for the posts:',
  ],
  // Checks, hints and explanations.
  [/`npm test \d\d` checks your (work|steps)/, 'the button Check checks your $1'],
  [/and `npm test \d\d` shows a tick for step 1/, 'and step 1 gets a tick'],
  [/Run `npm test \d\d` again\./, 'Press Check again.'],
  [/Run `npm test \d\d`\./, 'Press Check.'],
  ['Now run the checks of this chapter:', 'Now press Check. On your own machine, this runs the checks:'],
  ['Run the check:', 'Press Check. On your own machine, this runs the checks:'],
  [/\(`npm test \d\d` only reports/, '(The page only reports'],
  [
    /`npm run hint \d\d` gives you a hint, and a more explicit one each time you ask\./,
    'the card of the step has a hint, and more explicit ones inside it.',
  ],
  [/`npm run explain \d\d \d` says why/, 'its card says why'],
  [
    'If a check fails and you can’t see why, run `npm run replay 03`. It sends',
    'If a check fails and you can’t see why, `npm run replay 03` helps on your own machine. It sends',
  ],
  [
    '(In the browser, and on the pages of `npm run docs`, you can choose an answer and let your program decide.)',
    '(Choose an answer, and let your program decide.)',
  ],
  // Files, and types.
  ['`src/hello.controller.ts` in the folder `chapters/01-hello-route`.', '`src/hello.controller.ts`.'],
  [
    'You still have your versions in the folders of those chapters.',
    'You still have your versions on the pages of those chapters.',
  ],
  ['and your editor underlines the decorator', 'and an editor on your own machine underlines the decorator'],
  ['What does your editor say, and what', 'What does the editor on your own machine say, and what'],
  // What needs more than a page has.
  [
    'Now be a reader with a slow connection. Open a third terminal',
    'What follows needs your own machine: the page can’t send half a request. Be a reader with a slow connection. Open a third terminal',
  ],
  ['go to the third terminal, and write', 'go to the third terminal on your own machine, and write'],
  [
    'Stop the chapter with Ctrl-C, and start the program itself, without a secret:',
    'On your own machine, stop the chapter with Ctrl-C, and start the program itself, without a secret:',
  ],
  ['Start a second program with the same file:', 'On your own machine, start a second program with the same file:'],
  [
    'Run the chapter on a database file in a folder of its own',
    'On your own machine, run the chapter on a database file in a folder of its own',
  ],
  [
    'So far, your blog is JSON in a terminal. Leave it running, start the workshop’s site',
    'So far, your blog is JSON. On your own machine, leave it running, start the workshop’s site',
  ],
];

const rules = sentences.map(([text, replacement]) => ({ pattern: patternOf(text), replacement }));

/** A chapter's Markdown, as the page with the editor shows it. `onRule` hears of each rule that has changed something. */
export function textInPage(markdown: string, onRule: (rule: RegExp) => void = () => {}): string {
  // With its fences, at the odd places.
  const parts = markdown.split(/^( *```[^\n]*\n.*?^ *```)/ms);
  return parts.map((part, index) => (index % 2 === 1 ? inPage(part) : proseInPage(part, onRule))).join('');
}

function proseInPage(prose: string, onRule: (rule: RegExp) => void): string {
  return rules.reduce((text, { pattern, replacement }) => {
    const changed = text.replace(pattern, replacement);
    if (changed !== text) onRule(pattern);
    return changed;
  }, prose);
}

/** Every rule, for a test: one that no chapter needs any more should go. */
export const proseRules: readonly RegExp[] = rules.map(({ pattern }) => pattern);

function patternOf(text: string | RegExp): RegExp {
  const source = typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source;
  return new RegExp(source.replaceAll('’', "['’]").replaceAll(' ', '[ \\n]\\s*(?:> )?'), 'g');
}
