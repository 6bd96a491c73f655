/**
 * Which names hold secrets: of headers, queries, parameters, fields, cookies and context values. A name is read as words,
 * because `apiKey`, `api_key` and `X-API-Key` are the same name, and because `pin` is a secret and `pinned` is not.
 */

/** Secret wherever they occur, unless the name goes on to describe them: `token`, `token_hash`, but not `token_type`. */
const secretWord =
  /^(?:passw(?:or)?d|passphrase|passcode|pw|pwd|secret|token|cookie|auth|oauth|authorization|credential|session|sess|sid|csrf|xsrf|jwt|otp|totp|signature|bearer|cvv|cvc)s?$/;

/** Written in one word with others, as in `sessionid`, `userpassword` and `PHPSESSID`. */
const secretPart =
  /passw(?:or)?d|passphrase|passcode|secret(?!ar)|token|cookie|(?<!pos|ob)session|sessid|api_?key|credential/;

/** Secret only at the end of a name, or before a word that adds nothing: `key` and `pin_code`, but not `key_id`. */
const secretEnding = /^(?:key|pin|pass|hash)(?:e?s)?$/;
const fillers = new Set(
  'code number no num digits value text string raw plain header field confirm confirmation again repeat repeated new old current'.split(
    ' ',
  ),
);

/** Names that end like this tell something about a secret, or whose it is. */
const descriptions = new Set(
  `type kind name at on in by until since date time timeout age ttl lifetime expires expiry expiration duration seconds
  minutes hours days count length size limit max min policy rules url uri link path endpoint version status enabled required
  valid verified changed updated created used algorithm alg method scheme format user username email login role roles scope
  scopes agent mode strategy provider owner cost index error message description`.split(/\s+/),
);

/** Keys that find something, and open nothing. */
const lookups = new Set(
  `primary foreign sort cache partition idempotency public unique group object storage row email translation message locale
  websocket socket order search map shard routing lookup composite natural`.split(/\s+/),
);

/** The same names come with every request. Bounded, because clients choose some of them. */
const judged = new Map<string, boolean>();
const maxJudged = 2_000;

export function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  if (judged.size >= maxJudged) judged.clear();
  const isSecret = judge(name);
  if (name.length <= 80) judged.set(name, isSecret);
  return isSecret;
}

function judge(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (descriptions.has(last)) return false;
  if (last === 'id') return isSecretWord(words.at(-2) ?? '');
  if (words.some(isSecretWord)) return true;
  const ending = fillers.has(last) && words.length > 1 ? words.at(-2)! : last;
  if (ending === 'keys' && words.length === 1) return false;
  if (/^keys?$/.test(ending)) return !lookups.has(words[words.lastIndexOf(ending) - 1] ?? '');
  return secretEnding.test(ending) || isCardNumber(words);
}

/** Whether a word is nothing but the name of a secret. Such words are in every trace: as fields, columns and headers. */
export function isNameOfSecret(word: string): boolean {
  return secretWord.test(word);
}

function isSecretWord(word: string): boolean {
  return secretWord.test(word) || secretPart.test(word);
}

/** `card_number`, `creditCard`, `cc-no`, but not the `card` of a board. */
function isCardNumber(words: readonly string[]): boolean {
  const [before = '', last = ''] = words.slice(-2);
  return /^card|^cc$/.test(before)
    ? /^(?:number|no|num)$/.test(last)
    : last === 'card' && /^(?:credit|debit)$/.test(before);
}

/** `currentPIN2` becomes `current`, `pin`. A long name is cut: it comes from a client, and its beginning is enough. */
export function wordsOf(name: string): string[] {
  const spaced = name
    .slice(0, 200)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
  return spaced.toLowerCase().match(/\p{L}+/gu) ?? [];
}
