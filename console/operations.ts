import type { ApiVersion } from '../src/model/domain/operation.ts';
import { askBlob } from './api.ts';
import { operationsOf } from './screens/explorer-request.ts';
import type { ApiDocument, ExplorerOperation } from './screens/explorer-request.ts';

/** Reads the operations of a version from its OpenAPI document. */
export async function readOperations(version: ApiVersion, signal: AbortSignal): Promise<readonly ExplorerOperation[]> {
  const document = await askBlob(`/openapi/${version}.json`, { of: null, signal });
  return operationsOf(JSON.parse(await document.text()) as ApiDocument, version); // the simulator's own
}
