/** Menus close as they do everywhere: with Escape, and when somebody turns to something else. */
export function closeMenus(menus) {
  for (const menu of menus) {
    addEventListener('click', (event) => {
      if (!event.composedPath().includes(menu)) menu.open = false;
    });
    addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      menu.querySelector('summary').focus();
    });
  }
}
