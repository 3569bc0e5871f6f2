import { asText } from '../../model/shared/conversion.ts';
import { parseMapping } from '../../model/shared/json-text.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { Outgoing } from './stand-ins.ts';

/** The fields of an answer that can contain the id of a created record. */
const idNames = ['id', 'faxId', 'identifier', 'phone_number'] as const;

/** Maps ids of the account to ids of the world, for records that both created. */
export class RecordIds {
  readonly #own = new Map<string, string>();

  /** Learns the two ids of a record that one request created on both sides. */
  learn(real: string, own: string): void {
    const [ones, others] = [idsIn(parseMapping(real)), idsIn(parseMapping(own))];
    for (const [place, id] of ones) {
      const other = others.get(place);
      if (other !== undefined && other !== id) this.#own.set(id, other);
    }
  }

  /** The request with ids of the world: in the path, in the query, and in the form field `id`. */
  forWorld(request: Outgoing): Outgoing {
    if (this.#own.size === 0) return request;
    const parts = request.url.split(/([/?&=.])/);
    const url = parts.map((part) => this.#own.get(part) ?? part).join('');
    const text = request.body?.toString('latin1');
    if (text === undefined || text.length > formCharactersMax) return { ...request, url };
    const changed = text.replace(idInForm, (_found, before: string, id: string) => before + (this.#own.get(id) ?? id));
    return { ...request, url, body: changed === text ? request.body : Buffer.from(changed, 'latin1') };
  }

  /** A text of the world, with ids of the account. */
  forAccount(text: string): string {
    let shown = text;
    for (const [real, own] of this.#own) shown = shown.replaceAll(own, real);
    return shown;
  }
}

const formCharactersMax = 100_000;
/** The id in a form, and in a part of one. */
const idInForm = /((?:^|&)id=|name="id"\r\n\r\n)([\w+-]+)/g;

function idsIn(body: Mapping | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (value: unknown, place: string): void => {
    if (!isPlainObject(value)) return;
    for (const name of idNames)
      if (typeof value[name] === 'number' || typeof value[name] === 'string')
        found.set(`${place}.${name}`, asText(value[name]));
  };
  note(body, '');
  note(body?.['data'], 'data');
  const faxes = body?.['faxes'];
  if (isList(faxes)) for (const [index, fax] of faxes.entries()) note(fax, `faxes.${index}`);
  return found;
}
