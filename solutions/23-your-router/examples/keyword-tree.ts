/** Help pages by the words of a question: `reset`, `reset password`, `reset <anything> settings`. */
interface Node {
  readonly words: Map<string, Node>;
  anything: Node | undefined;
  page: string | undefined;
}

const root = emptyNode();

export function add(words: readonly (string | null)[], page: string): void {
  let node = root;
  for (const word of words) node = childOf(node, word);
  node.page = page;
}

function childOf(node: Node, word: string | null): Node {
  const child = (word === null ? node.anything : node.words.get(word)) ?? emptyNode();
  if (word === null) node.anything = child;
  else node.words.set(word, child);
  return child;
}

function emptyNode(): Node {
  return { words: new Map(), anything: undefined, page: undefined };
}
