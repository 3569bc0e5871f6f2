import { bundle } from '../bundles/bundle.ts';
import { controlRoute } from './control-route.ts';
import { nothing } from './fields.ts';

/** What went into a world. */
export const history = {
  bundle: controlRoute('GET /bundle', {
    summary:
      'Bundle how this world began and all requests, control calls and webhooks since, without secrets, so that faxsim replay can repeat them.',
    form: nothing,
    answer: bundle,
    run: async ({ hosted, about }) => {
      // Most simulators never write one.
      const { writeBundle } = await import('../bundles/write.ts');
      return writeBundle(hosted, about);
    },
  }),
};
