/** An event of a server-sent stream. */
export interface StreamEvent {
  /** The id to resume after: the latest one in the stream. */
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events from the chunks of a response, as the HTML standard says. An event that the end of the stream cuts
 * off is dropped.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventOf(block, id);
      id = event?.id ?? id;
      if (event !== undefined && event.data !== '') yield event;
    }
  }
}

/** The event of a block; undefined for a comment or a line without an event. */
function eventOf(block: string, lastId: string): StreamEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    const before = name === 'data' ? fields.get(name) : undefined;
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  if (!fields.has('data')) return undefined;
  return { id: fields.get('id') ?? lastId, name: fields.get('event') ?? 'message', data: fields.get('data') ?? '' };
}
