/** The rules of a seat, as a tag lists them: 'row=4,window'. */
interface SeatRules {
  row?: number;
  window?: boolean;
}

const pattern = /^(window|row=\d+)$/;

export function parseSeat(tag: string): SeatRules {
  const rules: SeatRules = {};
  for (const word of tag.split(',')) {
    if (!pattern.test(word)) throw new TypeError(`'${word}' isn't a rule for seats.`);
    const [name, number] = word.split('=') as [string, string?];
    Object.assign(rules, { [name]: number === undefined ? true : Number(number) });
  }
  return rules;
}

console.log(parseSeat('row=4,window'));
