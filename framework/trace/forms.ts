import { mask } from './credentials.ts';

/**
 * Secrets that can be recognised by their form, wherever they appear: in a note, an error, a path. Every pattern takes
 * linear time: the lookbehinds make sure that a long word is tried once, and not again from each of its characters.
 */
interface Form {
  /** Tested first, because it costs next to nothing and most strings contain no secret. */
  readonly hint: string | RegExp;
  readonly pattern: RegExp;
  readonly replacement: (whole: string, ...groups: string[]) => string;
}

const forms: readonly Form[] = [
  { hint: '$', pattern: /\$(2[abxy]?|argon2\w*|scrypt|pbkdf2[\w-]*)\$[^\s"',;]+/g, replacement: () => mask },
  { hint: '.', pattern: /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, replacement: () => mask },
  { hint: 'eyJ', pattern: /\beyJ[\w-]{8,}(\.[\w-]*)*/g, replacement: () => mask },
  {
    hint: /bearer|basic|digest/i,
    pattern: /\b(Bearer|Basic|Digest)\s+(?!•)[^\s"',;]+/gi,
    replacement: (_, scheme) => `${scheme} ${mask}`,
  },
  {
    hint: '://',
    pattern: /:\/\/([^\s"'/?#@:]*):[^\s"'/?#]*@/g,
    replacement: (_, user) => `://${user}:${mask}@`,
  },
  {
    // An API key of any application: a prefix such as `sk_live_`, then random characters.
    hint: '_',
    pattern: /(?<![\w+~-])((?:[a-z][a-z\d]{1,15}_){1,2})([\w-]{16,})/gi,
    replacement: (whole, _prefix, rest) => (looksRandom(rest!, 0) ? mask : whole),
  },
  {
    hint: /[\w+~-]{20}/,
    pattern: /[\w+~-]{20,}/g,
    replacement: (word) => (looksRandom(word, 2) ? mask : word),
  },
];

/** Masks every part of a string that looks like a secret. */
export function maskForms(text: string): string {
  let masked = text;
  for (const { hint, pattern, replacement } of forms) {
    if (typeof hint === 'string' ? masked.includes(hint) : hint.test(masked)) {
      masked = masked.replace(pattern, replacement);
    }
  }
  return masked;
}

/** Whether a whole value looks like a secret. Not a mistyped UUID, which is rather an id. */
export function looksSecret(value: string): boolean {
  if (/[\da-f]{4}-[\da-f]{4}-/i.test(value)) return false;
  return value.length >= 16 && value.length <= 4_096 && !/\s/.test(value) && maskForms(value) === mask;
}

/**
 * Keys and tokens switch between digits, lowercase and uppercase letters all the time, words and slugs hardly ever do.
 * Camel case comes close, which is why a word without a prefix must have some digits too.
 */
function looksRandom(word: string, fewestDigits: number): boolean {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) return false;
  if (/^(?=.*[a-f])(?=.*\d)[\da-f]{16,}$/i.test(word)) return true;
  if ((word.match(/\d/g)?.length ?? 0) < fewestDigits) return false;
  const letters = word.replace(/[^a-z\d]/gi, '').length;
  const changes = word.match(/\d(?=[a-z])|[a-z](?=\d)|[a-z](?=[A-Z])|[A-Z](?=[a-z\d])|\d(?=[A-Z])/g)?.length ?? 0;
  return changes / letters > 0.2;
}
