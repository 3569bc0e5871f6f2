'use strict'; // types only
