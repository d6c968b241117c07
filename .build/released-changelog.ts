const heading = '## [Unreleased]\n';

/**
 * The changelog once a version is out: what was new stands under its number and day.
 * @param day as `2026-12-31`
 * @throws Error when nothing is new
 */
export function releasedChangelog(changelog: string, version: string, day: string): string {
  const [before, after] = changelog.split(heading);
  if (before === undefined || after === undefined)
    throw new Error(`CHANGELOG.md has no line "${heading.trim()}".`);
  const [news = ''] = after.split(/^## /m);
  if (news.trim() === '')
    throw new Error('CHANGELOG.md has nothing new: there is nothing to release.');
  return `${before}${heading}\n## ${version} - ${day}\n${after}`;
}
