import { createRoot } from 'react-dom/client';
import { applyLocale } from './language/locale.js';
import { loadWords } from './language/words.js';

async function start(): Promise<void> {
  applyLocale();
  await loadWords('base');
  const { App } = await import('./app/app.js'); // its modules use texts when they are loaded
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
}

void start();
