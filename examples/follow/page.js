// What an agent wrote is text here, never markup.
const [heading, state, list] = ['h1', 'p', 'ol'].map((name) => document.querySelector(name));

new EventSource('/plan').onmessage = ({ data }) => {
  const { title = 'Plan', plan } = JSON.parse(data);
  heading.textContent = title || 'Plan';
  const steps = plan?.steps ?? [];
  const completed = steps.filter(({ status }) => status === 'completed').length;
  state.textContent = plan
    ? `Revision ${plan.revision}: ${completed} of ${steps.length} steps marked complete by the agent`
    : 'Nothing is planned yet.';
  list.replaceChildren(
    ...steps.map(({ description, status }) => {
      const item = document.createElement('li');
      item.dataset.status = status;
      item.textContent = `${description} (${status.replace('_', ' ')})`;
      return item;
    }),
  );
};
