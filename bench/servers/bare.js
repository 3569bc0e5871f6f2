// node:http, or with KEY and CERT node:https, that answers every request with the same bytes: what node itself can do.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';

const { BODY, KEY, CERT } = process.env;
const body = readFileSync(BODY);
const head = { 'content-type': 'application/json', 'content-length': body.length };
const answer = (request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, head).end(body));
};
const server =
  KEY === undefined
    ? http.createServer(answer)
    : https.createServer({ key: readFileSync(KEY), cert: readFileSync(CERT) }, answer);
server.listen(0, '127.0.0.1', () => {
  console.log(`${KEY === undefined ? 'http' : 'https'}://127.0.0.1:${server.address().port}`);
});
