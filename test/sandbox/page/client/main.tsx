import { createRoot } from 'react-dom/client';
import type { PageSettings } from '../types.ts';
import { App } from './app.tsx';
import { startLive } from './live.ts';

const settings: PageSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '');
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
startLive(settings);
createRoot(root).render(<App settings={settings} />);
