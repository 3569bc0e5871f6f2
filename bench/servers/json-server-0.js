// json-server 0.17 with the same record, by its id.
import { readFileSync } from 'node:fs';
import jsonServer from 'json-server-0';

const { data } = JSON.parse(readFileSync(process.env.BODY, 'utf8'));
const app = jsonServer.create();
app.use(jsonServer.router({ faxes: [data].flat() }));
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
