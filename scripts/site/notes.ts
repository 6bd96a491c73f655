/** What stands behind the language of a fence, for readers. */
export function noteOf(language: string, info: string): { caption: string; isOutput: boolean } {
  if (language === 'text') return { caption: info === 'diagram' ? '' : 'Output', isOutput: info !== 'diagram' };
  if (language === 'sh') return { caption: 'Terminal', isOutput: false };
  if (info.startsWith('examples/')) return { caption: 'An example', isOutput: false };
  return { caption: info, isOutput: false };
}
