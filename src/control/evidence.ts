import * as v from 'valibot';
import { coverage } from '../evidence/coverage.ts';
import { marks } from '../evidence/proof.ts';
import { controlRoute } from './control-route.ts';
import { nothing } from './fields.ts';

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
    form: nothing,
    answer: v.strictObject({
      marks: byName(v.string()),
      operations: byName(byName(operation)),
      records: byName(byName(byName(proof))),
      refusals: byName(refusals),
      assumptions: v.array(v.strictObject({ about: v.string(), choice: v.string(), because: v.string() })),
    }),
    run: coverage,
  }),
};
