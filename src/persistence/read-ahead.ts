const mostAtOnce = 8;

/** The results for all items in order. The work for the next few items is under way while a caller uses a result. */
export async function* readAhead<T, R>(items: readonly T[], work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  const left = items.values();
  const beginNext = (): void => {
    const { value: item, done } = left.next();
    if (done === true) return;
    const result = work(item);
    result.catch(() => undefined); // where an earlier item fails, no caller hears of this one
    begun.push(result);
  };
  for (let count = 0; count < mostAtOnce; count++) beginNext();
  for (let first = begun.shift(); first !== undefined; first = begun.shift()) {
    beginNext();
    yield await first;
  }
}
