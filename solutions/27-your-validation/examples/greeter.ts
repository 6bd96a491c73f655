const words: Record<string, string> = { de: 'Guten Tag', en: 'Hello', fr: 'Bonjour' };

/** Looks the language up for every guest. */
export function greet(language: string, name: string): string {
  const word = words[language] ?? words.en;
  return `${word}, ${name}`;
}

/** Looks it up once, and returns a function that greets. */
export function greeterFor(language: string): (name: string) => string {
  const word = words[language] ?? words.en;
  return (name) => `${word}, ${name}`;
}

const greetInFrench = greeterFor('fr');
console.log(greetInFrench('Anna'), greetInFrench('Bert'));
