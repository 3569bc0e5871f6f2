import { asText } from '../../model/shared/conversion.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';

/** Detects a test key that creates live faxes: then it is a live key. */
export class TestKeyWatch {
  /** Ids of the faxes that the test key has sent. */
  readonly #sent = new Set<string>();
  #isLive = false;

  get isLive(): boolean {
    return this.#isLive;
  }

  /** Notes the fax in the answer to a send with the test key. */
  addSent(answer: Mapping): void {
    const { data, faxId } = answer;
    const id = (isPlainObject(data) ? (data['id'] ?? data['faxId']) : undefined) ?? faxId;
    if (id !== undefined) this.#sent.add(asText(id));
  }

  /** Checks the faxes in an answer. `isAnyItsOwn` if the test key requested a single fax. */
  look(answer: unknown, isAnyItsOwn: boolean): void {
    if (isList(answer)) for (const item of answer) this.look(item, isAnyItsOwn);
    if (!isPlainObject(answer)) return;
    const { is_test: isTest, id, fax_id: faxId } = answer;
    const isKnown = isAnyItsOwn || [id, faxId].some((one) => one !== undefined && this.#sent.has(asText(one)));
    if (isKnown && [false, 0, 'false', '0'].some((no) => no === isTest)) this.#isLive = true;
    for (const value of Object.values(answer)) this.look(value, isAnyItsOwn);
  }
}
