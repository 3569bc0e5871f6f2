#!/usr/bin/env node
'use strict';
require('./early-signals.cjs');
void require('./load.cjs')('simulator').main();
