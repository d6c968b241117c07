import { element } from './elements.js';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Follows the system until the person chooses, then remembers the choice. */
export function startThemeToggle() {
  const button = element('theme');
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : systemIsDark.matches);
  const show = () => button.setAttribute('aria-pressed', String(isDark()));

  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    localStorage.setItem('theme', root.dataset.theme);
    show();
  });
  systemIsDark.addEventListener('change', show);
  show();
}
