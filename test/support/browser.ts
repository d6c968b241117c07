import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

/** Where this machine keeps a Chromium, if it has one; CHROMIUM_PATH names another place. */
export function findBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}
