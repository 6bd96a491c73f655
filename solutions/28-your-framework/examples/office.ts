import { channel, subscribe } from 'node:diagnostics_channel';

const sold = channel('office:sold');

subscribe('office:sold', (message) => console.log('sold:', message));
sold.publish({ seat: 'Row 7' });
