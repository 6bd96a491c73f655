// Looks for words that a dictionary doesn't have. Nobody knows why it takes so long.
const dictionary = Array.from({ length: 20_000 }, (_, number) => `word${number}`);
const text = Array.from({ length: 30_000 }, (_, number) => `Word${(number * 7) % 21_000},`);

function check(words: string[]): string[] {
  return words.map(normalize).filter((word) => !isKnown(word));
}

function normalize(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isKnown(word: string): boolean {
  return dictionary.includes(word);
}

console.log(`${check(text).length} unknown words`);
