import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import { Link } from '../ui/link.tsx';
import { scenarioOfLabel } from './request-words.ts';

/** A rule that fired, such as `webhook-badly-signed/wrong-token#2`, as a link to its scenario. */
export const RuleLink = ({ label }: { readonly label: string }) => (
  <Link to={{ screen: 'scenarios', id: scenarioOfLabel(label), query: {} }}>{scenarioText(label)}</Link>
);
