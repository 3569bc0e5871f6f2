'use strict';
const { ControlError, startSimulator } = require('./load.cjs')('simulator').embedded();
exports.ControlError = ControlError;
exports.startSimulator = startSimulator;
