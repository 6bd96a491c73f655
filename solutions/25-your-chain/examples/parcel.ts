type Pack = (content: string) => string;

/** Wraps a present in each of these papers. The first one is outermost. */
export function wrap(papers: readonly string[], pack: Pack): Pack {
  return papers.reduceRight<Pack>((inner, paper) => (content) => `${paper}[${inner(content)}]`, pack);
}
