import './shell/preloads.js';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { userLanguage } from './lib/language.js';
import { watchTheme } from './lib/theme.js';
import { App } from './shell/app.js';
import './style.css';

document.documentElement.lang = userLanguage;
watchTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
