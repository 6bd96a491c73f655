// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

type Labels = Readonly<Record<string, string>>;

const labels = Symbol('labels');

/** Gives a field a label for people to read. */
export function label(text: string) {
  return (_: undefined, context: ClassFieldDecoratorContext): void => {
    const inherited = context.metadata[labels] as Labels | undefined;
    context.metadata[labels] = { ...inherited, [String(context.name)]: text };
  };
}

export function labelsOf(target: new () => object): Labels {
  const metadata = (target as { [Symbol.metadata]?: DecoratorMetadata | null })[Symbol.metadata];
  return (metadata?.[labels] ?? {}) as Labels;
}

class Ticket {
  @label('Price in cents') price = 0;
  @label('Row and seat') seat = '';
}

class ReducedTicket extends Ticket {
  @label('Why it costs less') reason = '';
}

console.log(labelsOf(Ticket));
console.log(labelsOf(ReducedTicket));
