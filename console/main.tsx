import { render } from 'preact';
import { App } from './app.tsx';
import { keepToken } from './api.ts';
import { startClock } from './clock.ts';
import { startFocus } from './focus.ts';
import { startLive } from './live.ts';
import { startRouter } from './router.ts';
import { startTheme } from './theme.ts';
import { startWork } from './work.ts';

keepToken();
startTheme();
startRouter();
startLive();
startClock();
startWork();
startFocus();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
