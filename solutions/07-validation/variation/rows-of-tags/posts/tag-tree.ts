export interface Tag {
  name: string;
  tags: Tag[];
}

/** A schema for ctx.bind, in the form that validation libraries share: https://standardschema.dev */
export const TagTree = {
  '~standard': {
    version: 1 as const,
    vendor: 'blog',
    validate(value: unknown): { value: Tag[] } | { issues: { message: string }[] } {
      try {
        const left = { tags: 50 };
        return { value: tagsIn(value, 3, left) };
      } catch (error) {
        return { issues: [{ message: (error as Error).message }] };
      }
    },
  },
};

function tagsIn(value: unknown, levels: number, left: { tags: number }): Tag[] {
  if (!Array.isArray(value)) throw new Error('must be an array');
  if (value.length === 0) return [];
  if (levels === 0) throw new Error('too many levels');
  left.tags -= value.length;
  if (left.tags < 0) throw new Error('too many tags');
  const tags = value.map((each) => tagIn(each, levels, left));
  if (new Set(tags.map(({ name }) => name)).size < tags.length) throw new Error('names must be unique');
  return tags;
}

function tagIn(value: unknown, levels: number, left: { tags: number }): Tag {
  if (typeof value !== 'object' || value === null) throw new Error('must be an object');
  const { name, tags = [] } = value as { name?: unknown; tags?: unknown };
  if (typeof name !== 'string' || !/^.{1,40}$/su.test(name)) throw new Error('name: 1 to 40 characters');
  return { name, tags: tagsIn(tags, levels - 1, left) };
}
