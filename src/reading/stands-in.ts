/**
 * Whether a text holds a reference letter for letter, as a whole word; capitals are no matter. Where it does not, the
 * reference was put together from it, mended, or taken out of something longer.
 */
export function standsIn(text: string, reference: string): boolean {
  const [all, sought] = [text.toLowerCase(), reference.toLowerCase()];
  for (let at = all.indexOf(sought); at !== -1; at = all.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    const isWhole =
      !goesOnBefore.test(all.slice(Math.max(at - 2, 0), at)) && !goesOnBehind.test(all.slice(end, end + 2));
    if (isWhole) return true;
  }
  return false;
}

const goesOnBefore = /[\p{L}\d][-_]?$/u;
const goesOnBehind = /^[-_]?[\p{L}\d]/u;
