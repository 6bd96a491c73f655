import { createApp, module, type ResponseListener, type ResponseSummary } from 'trellis';

/** How many responses each route has had, for a page that a monitoring system reads. */
export const counts = new Map<string, number>();

const count: ResponseListener = ({ method, route = 'none', status }: ResponseSummary) => {
  const key = `${method} ${route} ${status}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

export const counted = createApp(module('CountedModule'), { onResponse: count });
