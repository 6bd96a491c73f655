import type { SentRequest } from '../workshop/check/failure.ts';

const shortOptions = 'XHd';

/** The requests of a block of `curl` commands, one per line. Undefined if it has anything else in it. */
export function requestsIn(block: string): SentRequest[] | undefined {
  const requests = block.split('\n').map((line) => requestOf(wordsOf(line)));
  return requests.every((request) => request !== undefined) ? requests : undefined;
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
    else if (/^https?:\/\/localhost(:\d+)?(\/|$)/.test(word)) url = word;
    else if (!/^-[is]+$/.test(word)) return undefined;
  }
  if (url === undefined) return undefined;
  const path = url.replace(/^https?:\/\/[^/]+/, '') || '/';
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
