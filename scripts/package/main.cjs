#!/usr/bin/env node
'use strict';
void require('./load.cjs')('simulator').main();
