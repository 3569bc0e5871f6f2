import type { AnswerForm } from '../reply.ts';

/** The document of a fax, with the fax's id as file name. Source: the API reference. */
export const pdfAnswer: AnswerForm<{ readonly id: string; readonly bytes: Uint8Array }> = () => ({
  shape: { kind: 'file', types: ['application/pdf'], mayBeMissing: true },
  reply: ({ id, bytes }) => ({
    bytes,
    headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="fax-${id}.pdf"` },
  }),
});
