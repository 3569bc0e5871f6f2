/** The functions that create the console's elements. Calls of `h` are shorter than those of the automatic runtime, by 0.9 kB in gzip. */
export { Fragment, h } from 'preact';
