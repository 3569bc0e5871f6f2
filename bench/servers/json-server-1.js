// json-server 1 with the same record, by its id.
import { readFileSync } from 'node:fs';
import { createApp } from 'json-server/lib/app.js';
import { Low, Memory } from 'lowdb';

const { data } = JSON.parse(readFileSync(process.env.BODY, 'utf8'));
const records = [data].flat().map((fax) => ({ ...fax, id: String(fax.id) }));
const app = createApp(new Low(new Memory(), { faxes: records }));
const server = app.listen(0, () => console.log(`http://127.0.0.1:${server.address().port}`), '127.0.0.1');
