'use strict';
exports.sweep = require('./load.cjs')('simulator').sweep().sweep;
