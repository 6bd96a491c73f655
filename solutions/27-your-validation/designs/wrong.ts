import type { WrongDesign } from '../../../scripts/workshop/variation/define.ts';

const of = 'combined-in-the-decorator';

export default [
  {
    summary: 'A property of a subclass is added to its parent.',
    of,
    edits: [
      {
        file: 'framework/field.ts',
        find: 'const properties = own.get(metadata) ?? new Map();\n      own.set(metadata, properties.set(',
        replace:
          'const home = Object.getPrototypeOf(metadata) ?? metadata;\n      const properties = own.get(home) ?? new Map();\n      own.set(home, properties.set(',
      },
    ],
    fails: [
      'a DTO has the properties of its parent and its own, and adds none to the parent',
      'the value is different',
    ],
  },
  {
    summary: 'The tags are read again for each input.',
    of,
    edits: [
      {
        file: 'framework/field.ts',
        find: 'properties.set(property, propertyOf(tag))',
        replace:
          'properties.set(property, { zero: propertyOf(tag).zero, check: (value) => propertyOf(tag).check(value) })',
      },
    ],
    fails: ['a DTO is compiled once', 'compiles the DTO for every input'],
  },
  {
    summary: 'A number that was sent as a string is converted.',
    of,
    edits: [
      {
        file: 'framework/property.ts',
        find: 'Number.isFinite(value)',
        replace: 'Number.isFinite(Number(value))',
      },
    ],
    fails: ['values of the right type pass, and are never converted', 'a value of another type is'],
  },
  {
    summary: 'The length counts code units.',
    of,
    edits: [{ file: 'framework/property.ts', find: '[...value].length', replace: 'value.length' }],
    fails: ['a character is a code point', 'counts an emoji twice'],
  },
] satisfies WrongDesign[];
