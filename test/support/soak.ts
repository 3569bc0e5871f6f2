/** How often a test repeats its work: `npm run soak` does all of it, which is a load that other tests would suffer from. */
export const repeats = (usual: number, soak: number): number => (process.env['SOAK'] === undefined ? usual : soak);
