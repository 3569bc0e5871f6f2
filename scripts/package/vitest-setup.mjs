export { default } from './suite-simulator.cjs';
