import { Link } from '../ui/link.tsx';

/** Leads to the scenario that loses one webhook of a fax, with its parameters filled in. A redelivery then comes. */
export const LoseWebhooks = ({ fax }: { readonly fax: number }) => (
  <Link
    to={{ screen: 'scenarios', id: `webhook-never(event=fax_completed,fax=${fax},times=1)`, query: {} }}
    class="button quiet"
    title="Switch on a scenario that loses one webhook of this fax: a redelivery comes"
  >
    Lose its webhook…
  </Link>
);
