import { curlSend, fetchSnippet } from './snippet-texts.ts';

/** The address and the keys that a client needs. */
export interface SnippetTarget {
  /** URL of the simulator or of a world, without a final slash. */
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
  /** The id of the Sinch project, for clients of v3. */
  readonly projectId: string;
}

export interface ClientGuide {
  /** The id in URLs: `curl`. */
  readonly id: string;
  readonly language: string;
  readonly client: string;
  readonly api: 'v1' | 'v2' | 'v2.1' | 'v3';
  /** Whether the API has no test keys. */
  readonly isLiveOnly?: true;
  /** The change in one line of code; `base` is the base URL. */
  readonly change: string;
  /** A remark below the snippet. */
  readonly note?: string;
  /** The language of the snippet, as Markdown names it. */
  readonly code: string;
  readonly snippet: (target: SnippetTarget) => string;
}

/** How each official client reaches the simulator. Source of docs/clients.md, the README and the console. */
export const clientGuides: readonly ClientGuide[] = [
  {
    id: 'curl',
    language: 'curl',
    client: 'curl',
    api: 'v2.1',
    change: 'curl -u key:secret "$base/v2.1/faxes"',
    code: 'sh',
    snippet: ({ baseUrl, key, secret }) => `curl -u ${key}:${secret} ${baseUrl}/v2.1/faxes`,
  },
  {
    id: 'curl-v3',
    language: 'curl',
    client: 'curl',
    api: 'v3',
    isLiveOnly: true,
    change: 'curl -u key:secret "$base/v3/projects/$project/faxes"',
    note: 'v3 accepts only the live key pair.',
    code: 'sh',
    snippet: ({ baseUrl, key, secret, projectId }) =>
      `curl -u ${key}:${secret} ${baseUrl}/v3/projects/${projectId}/faxes`,
  },
  {
    id: 'curl-send',
    language: 'curl',
    client: 'send',
    api: 'v2.1',
    change: 'curl -u key:secret -F to=$number -F file=@letter.txt "$base/v2.1/faxes"',
    code: 'sh',
    snippet: ({ baseUrl, key, secret }) => curlSend({ url: `${baseUrl}/v2.1/faxes`, key, secret, to: '+12025550123' }),
  },
  {
    id: 'curl-send-v3',
    language: 'curl',
    client: 'send',
    api: 'v3',
    isLiveOnly: true,
    change: 'curl -u key:secret -F to=$number -F file=@letter.txt "$base/v3/projects/$project/faxes"',
    note: 'The number is that of v3 for tests. v3 accepts only the live key pair.',
    code: 'sh',
    snippet: ({ baseUrl, key, secret, projectId }) =>
      curlSend({ url: `${baseUrl}/v3/projects/${projectId}/faxes`, key, secret, to: '+19898989898' }),
  },
  {
    id: 'node-fetch',
    language: 'Node',
    client: 'fetch',
    api: 'v2.1',
    change: "fetch(base + '/v2.1/faxes', { method: 'POST', headers, body })",
    note: 'Node 20 or later needs no package.',
    code: 'js',
    snippet: ({ baseUrl, key, secret }) =>
      fetchSnippet({ url: `${baseUrl}/v2.1/faxes`, key, secret, result: 'answer.data.id' }),
  },
  {
    id: 'node-fetch-v3',
    language: 'Node',
    client: 'fetch',
    api: 'v3',
    isLiveOnly: true,
    change: "fetch(base + '/v3/projects/' + project + '/faxes', { method: 'POST', headers, body })",
    note: 'Node 20 or later needs no package. v3 accepts only the live key pair.',
    code: 'js',
    snippet: ({ baseUrl, key, secret, projectId }) =>
      fetchSnippet({ url: `${baseUrl}/v3/projects/${projectId}/faxes`, key, secret, result: 'answer.id' }),
  },
  {
    id: 'node-phaxio-official',
    language: 'Node',
    client: 'phaxio-official',
    api: 'v2.1',
    change: "for (const part of [p.faxes, p.phoneNumber, p.account, p.phaxCode, p.public]) part.url = base + '/v2.1'",
    code: 'js',
    snippet: ({ baseUrl, key, secret }) => `const Phaxio = require('phaxio-official');

const phaxio = new Phaxio('${key}', '${secret}');
for (const part of [phaxio.faxes, phaxio.phoneNumber, phaxio.account, phaxio.phaxCode, phaxio.public]) {
  part.url = '${baseUrl}/v2.1';
}
phaxio.faxes.listFaxes().then(({ data }) => console.log(data.length));`,
  },
  {
    id: 'node-phaxio',
    language: 'Node',
    client: 'phaxio',
    api: 'v1',
    change: 'phaxio.host = base',
    code: 'js',
    snippet: ({ baseUrl, key, secret }) => `const Phaxio = require('phaxio');

const phaxio = new Phaxio('${key}', '${secret}');
phaxio.host = '${baseUrl}';
phaxio.accountStatus((error, status) => console.log(error, status));`,
  },
  {
    id: 'node-sinch-fax',
    language: 'Node',
    client: '@sinch/fax',
    api: 'v3',
    isLiveOnly: true,
    change: 'new FaxService({ projectId, keyId, keySecret, faxHostname: base, authHostname: base })',
    note: 'It needs @sinch/sdk-core beside it. v3 accepts only the live key pair.',
    code: 'js',
    snippet: ({ baseUrl, key, secret, projectId }) => `const { FaxService } = require('@sinch/fax');

const fax = new FaxService({
  projectId: '${projectId}',
  keyId: '${key}',
  keySecret: '${secret}',
  faxHostname: '${baseUrl}',
  authHostname: '${baseUrl}',
});
fax.faxes.list().then(({ data }) => console.log(data.length));`,
  },
  {
    id: 'ruby-2',
    language: 'Ruby',
    client: '2.x',
    api: 'v2.1',
    change: "Phaxio.api_endpoint = base + '/v2.1/'",
    code: 'ruby',
    snippet: ({ baseUrl, key, secret }) => `require 'phaxio'

Phaxio.api_key = '${key}'
Phaxio.api_secret = '${secret}'
Phaxio.api_endpoint = '${baseUrl}/v2.1/'
Phaxio::Fax.create(to: '+12025550123', content_url: 'https://example.com')`,
  },
  {
    id: 'ruby-0.5',
    language: 'Ruby',
    client: '0.5',
    api: 'v1',
    change: "Phaxio.base_uri base + '/v1'",
    code: 'ruby',
    snippet: ({ baseUrl, key, secret }) => `require 'phaxio'

Phaxio.config do |config|
  config.api_key = '${key}'
  config.api_secret = '${secret}'
end
Phaxio.base_uri '${baseUrl}/v1'
Phaxio.send_fax(to: '+12025550123', string_data: 'Good morning', string_data_type: 'text')`,
  },
  {
    id: 'php-2',
    language: 'PHP',
    client: '2.x',
    api: 'v2',
    change: "new Phaxio\\Phaxio($key, $secret, $base . '/v2/')",
    code: 'php',
    snippet: ({ baseUrl, key, secret }) => `$key = '${key}';
$secret = '${secret}';
$phaxio = new Phaxio\\Phaxio($key, $secret, '${baseUrl}/v2/');
$phaxio->sendFax(['to' => '+12025550123', 'content_url' => 'https://example.com']);`,
  },
  {
    id: 'php-1',
    language: 'PHP',
    client: '1.x',
    api: 'v1',
    change: "new Phaxio\\Phaxio($key, $secret, $base . '/v1/')",
    code: 'php',
    snippet: ({ baseUrl, key, secret }) => `$key = '${key}';
$secret = '${secret}';
$phaxio = new Phaxio\\Phaxio($key, $secret, '${baseUrl}/v1/');
$phaxio->sendFax('+12025550123', [], ['string_data' => 'Good morning', 'string_data_type' => 'text']);`,
  },
  {
    id: 'php-curl',
    language: 'PHP',
    client: 'curl',
    api: 'v3',
    isLiveOnly: true,
    change: "curl_init($base . '/v3/projects/' . $project . '/faxes')",
    note: 'There is no official client. v3 accepts only the live key pair.',
    code: 'php',
    snippet: ({ baseUrl, key, secret, projectId }) => `$curl = curl_init('${baseUrl}/v3/projects/${projectId}/faxes');
curl_setopt_array($curl, [
    CURLOPT_USERPWD => '${key}:${secret}',
    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode(['to' => '+12025550123', 'contentUrl' => 'https://example.com']),
]);
curl_exec($curl);`,
  },
  {
    id: 'python-0.3',
    language: 'Python',
    client: '0.3',
    api: 'v2',
    change: "phaxio.swagger_client.configuration.host = base + '/v2'",
    note: 'The host must be set before PhaxioApi is called.',
    code: 'python',
    snippet: ({ baseUrl, key, secret }) => `import phaxio

phaxio.swagger_client.configuration.host = '${baseUrl}/v2'  # before the next line
api = phaxio.PhaxioApi('${key}', '${secret}')
api.Fax.send(to='+12025550123', content_urls='https://example.com')`,
  },
  {
    id: 'python-0.11',
    language: 'Python',
    client: '0.11',
    api: 'v1',
    change: "PhaxioApi.BASE_URL = base + '/v1'",
    code: 'python',
    snippet: ({ baseUrl, key, secret }) => `from phaxio import PhaxioApi

PhaxioApi.BASE_URL = '${baseUrl}/v1'
api = PhaxioApi('${key}', '${secret}')
api.send(to='+12025550123', string_data='Good morning', string_data_type='text')`,
  },
  {
    id: 'python-requests',
    language: 'Python',
    client: 'requests',
    api: 'v3',
    isLiveOnly: true,
    change: "requests.post(f'{base}/v3/projects/{project}/faxes', auth=(key, secret), json=fax)",
    note: 'There is no official client. v3 accepts only the live key pair.',
    code: 'python',
    snippet: ({ baseUrl, key, secret, projectId }) => `import requests

response = requests.post(
    '${baseUrl}/v3/projects/${projectId}/faxes',
    auth=('${key}', '${secret}'),
    json={'to': '+12025550123', 'contentUrl': 'https://example.com'},
)
response.raise_for_status()
print(response.json()['id'])`,
  },
  {
    id: 'java',
    language: 'Java',
    client: '0.4',
    api: 'v2.1',
    change: 'new Phaxio(key, secret, "http://127.0.0.1:%s/v2.1/", 8329)',
    note: 'The port is a separate argument.',
    code: 'java',
    snippet: ({ baseUrl, key, secret }) => {
      const { protocol, hostname, port, pathname } = new URL(baseUrl);
      const usual = protocol === 'https:' ? '443' : '80';
      return `String key = "${key}";
String secret = "${secret}";
String url = "${protocol}//${hostname}:%s${pathname.replace(/\/$/, '')}/v2.1/";
Phaxio phaxio = new Phaxio(key, secret, url, ${port === '' ? usual : port});`;
    },
  },
  {
    id: 'dotnet',
    language: '.NET',
    client: '2.x',
    api: 'v2.1',
    change: 'client.BaseUrl = new Uri(base + "/v2.1/")',
    note: 'The client has no setting for its address, but a subclass of PhaxioClient can replace it.',
    code: 'csharp',
    snippet: ({ baseUrl, key, secret }) => `class LocalPhaxio : PhaxioClient
{
    public LocalPhaxio(string key, string secret) : base(key, secret) =>
        client.BaseUrl = new Uri("${baseUrl}/v2.1/");
}

var phaxio = new LocalPhaxio("${key}", "${secret}");`,
  },
];

/** `Ruby 2.x`, `Node, phaxio-official`. */
export const guideName = ({ language, client }: Pick<ClientGuide, 'language' | 'client'>): string =>
  language === client ? language : `${language}${/^\d/.test(client) ? ' ' : ', '}${client}`;
