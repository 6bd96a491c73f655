/** Explains why a string cannot name a project; undefined if it can. The name becomes a folder and an npm package. */
export function projectNameProblem(name: string): string | undefined {
  if (name.length > 64) return `The name is ${name.length} characters long. Use at most 64.`;
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) {
    return `"${name}" is not a valid name for a project. Use lowercase letters, digits, "-", "." and "_", and start with a letter or digit.`;
  }
  if (name.endsWith('.') || reservedNames.test(name)) return notOnWindows(name);
  if (takenPackages.includes(name))
    return `"${name}" is the name of a dependency, or reserved by npm. Choose another name.`;
  return undefined;
}

/** The same for a module. Its name becomes a folder, a URL path and the first part of class names. */
export function moduleNameProblem(name: string): string | undefined {
  if (name.length > 32) return `The name is ${name.length} characters long. Use at most 32.`;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    const better = kebab(name);
    const example = better === '' || moduleNameProblem(better) !== undefined ? 'blog-posts' : better;
    return `"${name}" is not a valid name for a module. Use lowercase letters and digits, with "-" between words: ${example}.`;
  }
  if (reservedNames.test(name)) return notOnWindows(name);
  return undefined;
}

/** Every spelling of a module's name that templates use. */
export interface ModuleNames {
  /** `blog-posts`: files, folders, paths, commands. */
  readonly name: string;
  /** `BlogPosts`: the first part of class names. */
  readonly Names: string;
  /** `BlogPost`: the type of a single item. */
  readonly Entity: string;
  /** `a blog post`, `Blog post`, `blog posts` and `Blog posts`: for sentences. */
  readonly aLabel: string;
  readonly Label: string;
  readonly labels: string;
  readonly Labels: string;
  /** `blog-post`: files about a single item. */
  readonly single: string;
  /** `blog_posts`: the database table. */
  readonly table: string;
}

export function moduleNames(name: string): ModuleNames {
  const single = singular(name);
  const label = single.replaceAll('-', ' ');
  const labels = name.replaceAll('-', ' ');
  const Entity = entityName(pascal(single));
  return {
    name,
    Names: pascal(name),
    Entity,
    aLabel: `${/^[aeio]/.test(label) ? 'an' : 'a'} ${label}`,
    Label: capital(label),
    labels,
    Labels: capital(labels),
    single,
    table: name.replaceAll('-', '_'),
  };
}

function notOnWindows(name: string): string {
  return `Windows does not allow a folder named "${name}". Choose another name.`;
}

/** Windows reserves these names for devices, with any extension. */
const reservedNames = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/;

/** The packages that a new project depends on, and a name that npm reserves. */
const takenPackages = ['trellis', 'tsx', 'typescript', 'node_modules'];

/** The generated files import these names, so a class with the same name would not compile. */
const importedNames = ['Context', 'Controller', 'Database', 'HttpError', 'Lifecycle', 'Module', 'Route', 'Html'];

/** `maps` must not become a class `Map`, which would shadow the built-in one. */
function entityName(name: string): string {
  return name in globalThis || importedNames.includes(name) ? `${name}Item` : name;
}

/** Good enough for the names of modules. If it is wrong, rename the class. */
function singular(name: string): string {
  if (/ies$/.test(name) && name.length > 4) return name.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x|tz)es$/.test(name)) return name.slice(0, -2);
  if (/zzes$/.test(name)) return name.slice(0, -3);
  if (/(ss|us|is|news)$/.test(name) || name.length < 3) return name;
  return name.replace(/s$/, '');
}

function kebab(text: string): string {
  const words = text.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return words.replace(/[^a-z0-9]+/g, '-').replace(/^[-0-9]+|-+$/g, '');
}

function pascal(name: string): string {
  return name.split('-').map(capital).join('');
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
