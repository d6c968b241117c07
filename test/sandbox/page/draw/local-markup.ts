import { unshieldMarkup } from './shield.ts';

/**
 * Makes markup that React rendered fit for the page: nothing is loaded from elsewhere, no inline style that the page's
 * policy would refuse, no id that the bot could choose. React escapes quotes in texts and values, so an attribute found
 * by its quotes is one.
 */
export function localMarkup(html: string): string {
  return unshieldMarkup(
    html
      .replace(/<link rel="preload"[^>]*>/g, '')
      .replace(/ (?:src|poster)="[^"]*"/g, ' src="/picture.svg"')
      .replace(/ srcset="[^"]*"/gi, '')
      .replace(/ style="([^"]*)"/g, ' data-style="$1"')
      .replace(/ id="[^"]*"/g, ''),
  );
}
