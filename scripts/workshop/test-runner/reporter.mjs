// node:test loads its reporters before tsx can help, so this one file is not TypeScript. It only passes the events on
// to child.ts, which lives in the same process.
import { channel } from 'node:diagnostics_channel';
import { Transform } from 'node:stream';

const events = channel('workshop:test-events');

export default new Transform({
  writableObjectMode: true,
  transform(event, _encoding, done) {
    events.publish(event);
    done();
  },
});
