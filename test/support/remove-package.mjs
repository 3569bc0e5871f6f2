export { remove as default } from './installed-package.mjs';
