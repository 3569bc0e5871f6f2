import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { TestEnvironment } from 'jest-environment-node';

// Jest loads this file once per process, and the other modules once per test file. So a schema is compiled once per process.
const documents = new Map();

/** The schemas of an OpenAPI document in JSON, by their JSON pointers. */
function schemasOf(document) {
  const known = documents.get(document);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(JSON.parse(document), 'document');
  const validators = new Map();
  const schemaAt = (pointer) => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    validators.set(pointer, validate);
    return validate;
  };
  documents.set(document, schemaAt);
  return schemaAt;
}

/** A test file has `schemasOf` as a global. */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.schemasOf = schemasOf;
  }
}
