/** For the page: calls `show` for every event after the number `after`, and doesn't give up. */
export function follow(after, show) {
  const events = new EventSource(`/events?after=${after}`);
  events.onmessage = ({ data, lastEventId }) => {
    after = lastEventId;
    show(data);
  };
  events.onerror = () => {
    // While the browser reconnects by itself, the state is CONNECTING.
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 5_000, after, show);
  };
}
