import { ask, askBlob } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { world } from '../router.ts';
import { saveFile } from '../save-file.ts';

/** Has the browser store a world as a file, from which another world can be made. */
export async function exportWorld(id: string): Promise<void> {
  saveFile(await askBlob('/export', { of: id }), `${id}.faxsim.json`);
}

/** Saves the journal as a HAR file, which browsers and viewers of traffic open. */
export async function exportHar(): Promise<void> {
  const har = await ask<AnswerOf<'requests', 'export'>>('/requests/export');
  saveFile(new Blob([JSON.stringify(har, undefined, 1)], { type: 'application/json' }), `${world.value}.har`);
}
