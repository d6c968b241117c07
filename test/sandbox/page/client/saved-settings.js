// A classic script, so that it runs before the first paint.
for (const name of ['theme', 'checks']) {
  const saved = localStorage.getItem(name);
  if (saved) {
    document.documentElement.dataset[name] = saved;
  }
}
