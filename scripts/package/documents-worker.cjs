'use strict';
require('./load.cjs')('documents');
