'use strict';
module.exports = require('./suite-simulator.cjs');
