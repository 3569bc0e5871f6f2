#!/usr/bin/env node
import { endAtSignals } from './commands/early-signals.ts';

endAtSignals();
// Only now: to load the program takes a while, in which a signal can come.
await import('./program.ts');
