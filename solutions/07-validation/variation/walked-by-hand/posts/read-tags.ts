export interface Tag {
  name: string;
  tags: Tag[];
}

const mostLevels = 3;
const mostTags = 50;

/** The tags in a request body. Undefined if it breaks a rule. */
export function readTags(body: string): Tag[] | undefined {
  const tree: Tag[] = [];
  // Level by level, so that a deep body can't exhaust the stack.
  const waiting = [{ from: parsed(body), to: tree, level: 1 }];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, to, level } = next;
    if (!Array.isArray(from) || (from.length > 0 && level > mostLevels)) return undefined;
    count += from.length;
    if (count > mostTags) return undefined;
    for (const each of from) {
      const { name, tags } = Object(each) as { name?: unknown; tags?: unknown };
      if (!isName(name) || to.some((tag) => tag.name === name)) return undefined;
      const tag: Tag = { name, tags: [] };
      to.push(tag);
      waiting.push({ from: tags ?? [], to: tag.tags, level: level + 1 });
    }
  }
  return tree;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && [...value].length <= 40;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
