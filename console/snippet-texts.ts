interface Call {
  readonly key: string;
  readonly secret: string;
  readonly url: string;
}

interface FetchCall extends Call {
  /** The id of the fax in the answer. */
  readonly result: string;
}

/** A fax to one number with a text as its file. It runs as a script, as a module and in Node's prompt. */
export const fetchSnippet = ({ url, key, secret, result }: FetchCall): string => `const fax = new FormData();
fax.append('to', '+12025550123');
fax.append('file', new Blob(['Good morning']), 'letter.txt');

fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Basic ' + btoa('${key}:${secret}') },
  body: fax,
}).then(async (response) => {
  if (!response.ok) throw new Error(\`\${response.status} \${response.statusText} \${await response.text()}\`);
  const answer = await response.json();
  console.log(${result});
});`;

interface CurlSend extends Call {
  readonly to: string;
}

/** A fax whose document is a text in the command. */
export const curlSend = ({ url, key, secret, to }: CurlSend): string => `curl -u ${key}:${secret} \\
  -F to=${to} -F 'file=Good morning;filename=letter.txt;type=text/plain' \\
  ${url}`;
