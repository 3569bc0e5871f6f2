/** The guides that a reader of the console most often needs, by their names below `/_faxsim/docs`. */
const guides = ['testing', 'clients', 'webhooks', 'scenarios', 'control'];

/** Links to guides, which the simulator serves as text; each opens beside the console. */
export const GuideLinks = () => (
  <p>
    Guides:{' '}
    {guides.map((name) => (
      <>
        <a href={`/_faxsim/docs/${name}`} target="_blank">
          {name}
        </a>
        {', '}
      </>
    ))}
    <a href="/_faxsim/docs" target="_blank">
      all
    </a>
  </p>
);
