import { type Edit, isFunction, type Source } from '../../workshop/syntax/source.ts';

/** One more line in the log for each method that gets a context, in classes whose services are injected. */
export function* addLogLines(source: Source): Iterable<Edit[]> {
  const [last] = source.all('ImportDeclaration').toReversed();
  for (const { node: body } of source.all('ClassBody')) {
    const isInjected = body.body.some((one) => one.type === 'ClassProperty' && /^@inject\(/.test(source.textOf(one)));
    const methods = body.body
      .filter(isFunction)
      .filter((one) => /\bctx: Context\b/.test(source.textOf(one).split('{')[0]!));
    if (!isInjected || last === undefined || methods.length === 0) continue;
    const [start, end] = [body.start! + 1, last.node.end!];
    yield [
      [start, start, '\n  @inject(OneMoreLog) private readonly oneMoreLog!: OneMoreLog;'],
      [end, end, "\nimport { Log as OneMoreLog } from 'trellis';"],
      ...methods.map((method): Edit => {
        const at = ('body' in method ? (method.body as { start: number }).start : 0) + 1;
        return [at, at, "\n    this.oneMoreLog.info('One more line');"];
      }),
    ];
  }
}
