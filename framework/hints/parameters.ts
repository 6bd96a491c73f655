type Params = Readonly<Record<string, string>>;

const warned = new Set<string>();

/**
 * `ctx.param` returns `''` for a name that the path doesn't have, so a typo would go unnoticed. The first one of each kind
 * is reported. A middleware may run for routes without any parameters, so those are not reported.
 */
export function emptyParameter(name: string, params: Params): '' {
  const names = Object.keys(params);
  const message =
    `ctx.param('${name}') is always empty, because the path of this route has no parameter of this name. ` +
    `It has: ${names.join(', ')}. Correct the name, or use ctx.request.params() if not every route has it.`;
  if (names.length === 0 || warned.has(message)) return '';
  warned.add(message);
  process.emitWarning(message);
  return '';
}

/** A field that no parameter can fill would be missing in every request: our mistake, not the client's. */
export function refuseUnknownParameters(name: string, fields: Iterable<string>, params: Params): void {
  const unknown = [...fields].find((field) => !(field in params));
  if (unknown === undefined) return;
  throw new TypeError(
    `ctx.bindParams(${name}): the path of this route has no parameter ":${unknown}". ` +
      `It has: ${Object.keys(params).join(', ') || 'none'}. Rename the field or the parameter.`,
  );
}
