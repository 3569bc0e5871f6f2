// Express as a programmer would write the same: JSON of a value, records in an array, uploads with multer in memory.
import { readFileSync } from 'node:fs';
import express from 'express';

const { BODY, UPLOADS } = process.env;
const value = BODY === undefined ? {} : JSON.parse(readFileSync(BODY, 'utf8'));
const stored = [];
const app = express();
app.get(/.*/, (_request, response) => response.json(value));
const read = UPLOADS === undefined ? express.urlencoded() : (await import('multer')).default().any();
app.post(/.*/, read, (request, response) => {
  stored.push({ ...request.body, files: request.files });
  response.json(value);
});
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
