import type { SentRequest } from '../workshop/check/failure-parts.ts';

const shortOptions = 'XHd';
/** As in curl, `http://` may be missing. */
const ownAddress = /^(https?:\/\/)?(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/;

/** The requests of a block of `curl` commands, one per line. Undefined if it has anything else in it. */
export function requestsIn(block: string): SentRequest[] | undefined {
  const requests = block.split('\n').map((line) => (hasOpenQuote(line) ? undefined : requestOf(wordsOf(line))));
  return requests.every((request) => request !== undefined) ? requests : undefined;
}

/** Why a line isn't one of them, for somebody who has typed it. */
export function refusalOf(line: string): string {
  if (hasOpenQuote(line)) return 'A quote is opened and never closed.';
  const [command, ...words] = wordsOf(line);
  if (command !== 'curl')
    return `Only curl commands can be sent here, and this begins with ${command ?? 'nothing'}. Other commands need a terminal.`;
  const joint = words.find((word) => /^(&&?|\|\|?|;|>>?|<)$/.test(word));
  if (joint !== undefined) return `Send one command at a time: ${joint} needs a shell, and this is none.`;
  const values = new Set(words.filter((_, index) => /^-[XHd]$/.test(words[index - 1] ?? '')));
  const option = words.find((word) => word.startsWith('-') && !/^-([XHdI]|[is]+)$/.test(word) && !values.has(word));
  if (option !== undefined)
    return `The option ${option} isn’t known here. These are: -i and -I (headers), -s, -X (method), -H (header), -d (body).`;
  const others = words.filter((word) => !word.startsWith('-') && !values.has(word));
  const foreign = others.find((word) => !ownAddress.test(word));
  if (foreign !== undefined)
    return `Requests from here reach your own program only, at http://localhost:3000, and not ${foreign}. A value with spaces needs quotes.`;
  return 'The address is missing: curl http://localhost:3000/ …';
}

function hasOpenQuote(line: string): boolean {
  return /['"]/.test(line.replace(/'[^']*'|"(?:\\.|[^"\\])*"|\\./g, ''));
}

/** Only the options that our texts use. Anything else is for a terminal. */
function requestOf([command, ...words]: string[]): SentRequest | undefined {
  if (command !== 'curl') return undefined;
  const headers: Record<string, string> = {};
  let [method, url, body]: (string | undefined)[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const option = /^-([a-zA-Z])$/.exec(word)?.[1];
    const value = option !== undefined && shortOptions.includes(option) ? words[++index] : undefined;
    if (option === 'X') method = value;
    else if (option === 'd') body = value;
    else if (option === 'H') {
      const [, name = '', text = ''] = /^([^:]+):\s*(.*)$/.exec(value ?? '') ?? [];
      headers[name] = text;
    } else if (option === 'I') method = 'HEAD';
    else if (ownAddress.test(word)) url = word;
    else if (!/^-[is]+$/.test(word)) return undefined;
  }
  if (url === undefined) return undefined;
  const path = url.replace(/^(https?:\/\/)?[^/]+/, '') || '/';
  if (body !== undefined) headers['Content-Type'] ??= 'application/json';
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    path,
    headers,
    ...(body !== undefined && { body }),
  };
}

/** The words of a line as a shell reads them: quotes hold words together. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single?: string, double?: string, character?: string) =>
      double === undefined ? (single ?? character ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
    ),
  );
}
