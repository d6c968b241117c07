import { element } from './elements.js';

/**
 * Shows what a developer looks at, and who only wants to see Slack does not: JSON, acks, that no rule was broken.
 * Remembers the choice; what is wrong stands out either way.
 */
export function startChecksToggle() {
  const button = element('checks');
  const { dataset } = document.documentElement;
  const show = () => button.setAttribute('aria-pressed', String(dataset.checks === 'on'));

  button.addEventListener('click', () => {
    dataset.checks = dataset.checks === 'on' ? 'off' : 'on';
    localStorage.setItem('checks', dataset.checks);
    show();
  });
  show();
}
