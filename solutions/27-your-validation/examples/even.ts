/** A Standard Schema, written by hand: an even number. */
export const even = {
  '~standard': {
    version: 1,
    vendor: 'bakery',
    validate: (input: unknown) => {
      if (typeof input === 'number' && input % 2 === 0) return { value: input };
      return { issues: [{ message: 'must be an even number', path: [] }] };
    },
  },
} as const;

console.log(even['~standard'].validate(4));
console.log(even['~standard'].validate(5));
