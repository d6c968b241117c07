// A classic script, so that it runs before the first paint.
const checks = localStorage.getItem('checks');
if (checks) {
  document.documentElement.dataset.checks = checks;
}
