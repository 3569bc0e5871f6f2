import * as v from 'valibot';
import { marks, readEvidence, markMeanings } from '../wire/evidence.ts';
import { controlRoute } from './control-route.ts';

const proof = v.strictObject({ mark: v.picklist(marks), source: v.string() });
const byName = <S extends v.GenericSchema>(value: S) => v.record(v.string(), value);
const refusals = byName(v.strictObject({ status: proof, text: proof }));

const operation = v.strictObject({
  call: proof,
  message: v.nullable(proof),
  parameters: byName(proof),
  refusals: v.optional(refusals),
});

export const evidence = {
  coverage: controlRoute('GET /coverage', {
    summary: 'Show the evidence for each operation, parameter, field and error of the real service, by version.',
    isGlobal: true,
    answer: v.strictObject({
      marks: byName(v.string()),
      operations: byName(byName(operation)),
      records: byName(byName(byName(proof))),
      refusals: byName(refusals),
      assumptions: v.array(v.strictObject({ about: v.string(), choice: v.string(), because: v.string() })),
    }),
    run: () => {
      const { assumptions, ...evidence } = readEvidence();
      return { marks: markMeanings, ...evidence, assumptions: [...assumptions] };
    },
  }),
};
