'use strict';
const { ControlError, openSimulator, startSimulator } = require('./load.cjs')('simulator').embedded();
exports.ControlError = ControlError;
exports.openSimulator = openSimulator;
exports.startSimulator = startSimulator;
