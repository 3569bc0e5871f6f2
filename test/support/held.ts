/** Work that waits until the test lets it go; `reached` resolves when the work has begun to wait. */
export function held() {
  let noteReached = (): void => undefined;
  let letGo = (): void => undefined;
  const reached = new Promise<void>((resolve) => (noteReached = resolve));
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const wait = async (): Promise<void> => {
    noteReached();
    await gone;
  };
  return { wait, reached, letGo: () => letGo() };
}
