// A classic script, so that it runs before the first paint.
{
  const saved = localStorage.getItem('theme');
  if (saved) {
    document.documentElement.dataset.theme = saved;
  }
}
