import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api.ts';
import { clockTime, zoneName } from '../format.ts';
import { startedAgainAt } from '../live.ts';
import { Link } from '../ui/link.tsx';
import { Failed } from '../ui/states.tsx';
import { DetailHead } from './detail-head.tsx';

/** The words for a record: its name, its plural, and the ways in which it ends beside a reset and another start. */
const nouns = {
  fax: ['fax', 'faxes', 'restored or rewound'],
  webhook: ['webhook', 'webhooks', 'restored or rewound'],
  request: ['request', 'requests', 'restored or rewound, or its requests were deleted'],
} as const;

interface MissingRecordProps {
  readonly of: keyof typeof nouns;
  readonly id: string;
  /** Why it could not be read; undefined if the world answered that it has no such record. */
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  /** Whether this page has shown the record. */
  readonly wasThere: boolean;
  /** Why it is gone, if that is known. */
  readonly cause?: ComponentChildren;
}

/** Shown in place of a record that could not be read. A record that does not exist leads to its list, because it stays away. */
export function MissingRecord({ of, id, error, onRetry, wasThere, cause }: MissingRecordProps) {
  const [noun, plural] = nouns[of];
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${id}`;
  const isMissing = error === undefined || error.status === 404;
  return (
    <article class="detail">
      <DetailHead title={title} />
      {isMissing ? (
        <div class="problem" role="alert">
          <p>
            <strong>
              {wasThere || cause !== undefined || startedAgainAt.value !== undefined
                ? `${title} is gone.`
                : `This world has no ${noun} ${id}.`}
            </strong>
          </p>
          <p>{cause ?? reasonOf(of, wasThere)}</p>
          <p>
            <Link class="button" to={{ id: undefined }}>
              All {plural}
            </Link>
          </p>
        </div>
      ) : (
        <Failed error={error} onRetry={onRetry} />
      )}
    </article>
  );
}

function reasonOf(of: keyof typeof nouns, wasThere: boolean): string {
  const at = startedAgainAt.value;
  if (at !== undefined) return `faxsim was started again at ${clockTime(at)} ${zoneName()}.`;
  if (wasThere) return `The world was reset, ${nouns[of][2]}.`;
  const causes = of === 'fax' ? 'It was deleted, the world was reset,' : 'The world was reset,';
  return `${causes} or faxsim was started again since it was there; or the address has a mistake.`;
}
