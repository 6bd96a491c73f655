/** Why a text cannot name a project, as a sentence; undefined where it can. It becomes a folder and an npm package. */
export function refuseProjectName(name: string): string | undefined {
  if (name.length > 64) return `The name is ${name.length} characters long. Use at most 64.`;
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) {
    return `"${name}" cannot name a project. Use small letters, digits, "-", "." and "_", beginning with a letter or digit.`;
  }
  if (name.endsWith('.') || reservedNames.test(name))
    return `"${name}" cannot be a folder on Windows. Choose another name.`;
  if (takenPackages.includes(name)) return `"${name}" is a package that the project will need. Choose another name.`;
  return undefined;
}

/** The same for a module, which becomes a folder, a path and the beginning of class names. */
export function refuseModuleName(name: string): string | undefined {
  if (name.length > 32) return `The name is ${name.length} characters long. Use at most 32.`;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    const better = kebab(name);
    const example = better === '' || refuseModuleName(better) !== undefined ? 'blog-posts' : better;
    return `"${name}" cannot name a module. Use small letters and digits, with "-" between words: ${example}.`;
  }
  if (reservedNames.test(name)) return `"${name}" cannot be a folder on Windows. Choose another name.`;
  return undefined;
}

/** Every spelling of a module's name that templates use. */
export interface ModuleNames {
  /** `blog-posts`: files, folders, paths, commands. */
  readonly name: string;
  /** `BlogPosts`: the beginning of class names. */
  readonly Names: string;
  /** `BlogPost`: one of them. */
  readonly Entity: string;
  /** `a blog post`, `Blog post`, `blog posts` and `Blog posts`: in sentences. */
  readonly aLabel: string;
  readonly Label: string;
  readonly labels: string;
  readonly Labels: string;
  /** `blog-post`: files about one of them. */
  readonly single: string;
  /** `blog_posts`: a table. */
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

/** Windows keeps these names for devices, with any extension. */
const reservedNames = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/;

/** npm refuses a package that depends on its own name. */
const takenPackages = ['trellis', 'tsx', 'typescript', 'node_modules'];

/** Names that the generated files import; a class of the same name beside them would not compile. */
const importedNames = ['Context', 'Controller', 'Database', 'HttpError', 'Lifecycle', 'Module', 'Route', 'Html'];

/** `maps` must not become a class `Map` that hides the one from JavaScript. */
function entityName(name: string): string {
  return name in globalThis || importedNames.includes(name) ? `${name}Item` : name;
}

/** Good enough for names of modules; where it is wrong, somebody renames a class. */
function singular(name: string): string {
  if (/ies$/.test(name) && name.length > 4) return name.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x|z)es$/.test(name)) return name.slice(0, -2);
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
