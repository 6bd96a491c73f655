// Runs before the first paint, so that a dark page does not flash white, and nothing moves when the other scripts arrive.
document.documentElement.dataset.scripted = '';
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that remembers nothing follows the system.
}
