/** What has to be done before each of these. */
const before: Record<string, string[]> = {
  breakfast: ['coffee', 'toast'],
  coffee: ['water'],
  toast: [],
  water: [],
};

/** Adds a task after everything that has to be done before it. */
function place(task: string, order: string[]): void {
  if (order.includes(task)) return;
  for (const needed of before[task]!) place(needed, order);
  order.push(task);
}

const order: string[] = [];
for (const task of Object.keys(before)) place(task, order);
console.log(order.join(' → '));
