import type { Mistake } from '#check';

export default {
  summary: 'A word that is not a rule is ignored.',
  edits: [
    {
      file: 'framework/rules.ts',
      find: "    if (!pattern.test(word)) throw new TypeError(`'${word}' isn't a rule for ${type}s. Their rules are: ${allowed}.`);",
      replace:
        "    if (!pattern.test(word) && word === allowed) throw new TypeError('never');\n    if (!pattern.test(word)) continue;",
    },
  ],
  fails: {
    'a tag that is not understood is refused': 'is accepted, or the message lacks',
    'a wrong tag and a property that no body can have are refused': 'No error was thrown',
  },
} satisfies Mistake;
