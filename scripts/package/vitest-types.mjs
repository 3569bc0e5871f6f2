export {}; // types only
