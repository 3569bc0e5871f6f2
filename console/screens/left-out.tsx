import type { ApiVersion } from '../../src/model/domain/operation.ts';

interface LeftOutProps {
  readonly version: ApiVersion;
  readonly names: readonly string[];
}

/** Names the filled fields that a version lacks. */
export const LeftOut = ({ version, names }: LeftOutProps) =>
  names.length === 0 ? null : (
    <p class="muted">
      Not in {version}: {names.join(', ')}. Kept for other versions, and not sent.
    </p>
  );
