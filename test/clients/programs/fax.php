<?php
// Asks as the official PHP clients do: by the curl extension, every request of version 2 with a multipart body, whatever
// its method; version 1 with the credentials among the parameters.

[$folder, $https] = array_map('getenv', ['FOLDER', 'HTTPS']);

// Tells what was answered: of a list the number of its records, of a PDF that it is one. Without $what nothing.
function call(?string $what, string $url, array $options): string
{
    $curl = curl_init($url);
    curl_setopt_array($curl, $options + [CURLOPT_RETURNTRANSFER => true]);
    $body = curl_exec($curl);
    if ($body === false) {
        exit("$what: " . curl_error($curl) . "\n");
    }
    $type = explode(';', curl_getinfo($curl, CURLINFO_CONTENT_TYPE))[0];
    preg_match('/(?<="total":)\d+|^%PDF/', $body, $found);
    if ($what !== null) {
        echo implode(' ', [$what, curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $type, ...$found]), "\n";
    }
    return $body;
}

function callV2(?string $what, string $method, string $path, array $fields = [], ?string $pair = null): string
{
    return call($what, getenv('BASE') . "/v2/$path", [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_USERPWD => $pair ?? getenv('KEY') . ':' . getenv('SECRET'),
        CURLOPT_POSTFIELDS => $fields,
        CURLOPT_HTTPHEADER => ['Expect: 100-continue'],
    ]);
}

function callV1(string $what, string $path, array $fields): string
{
    $fields += ['api_key' => getenv('KEY'), 'api_secret' => getenv('SECRET')];
    return call($what, getenv('BASE') . "/v1/$path", [CURLOPT_POSTFIELDS => $fields]);
}

// Its name is made of the original's extension.
$file = fn (string $name) => new CURLStringFile(
    file_get_contents("$folder/$name"),
    'string.' . pathinfo($name, PATHINFO_EXTENSION),
);
$page = new CURLFile("$folder/page.txt");

callV1('v1 send', 'send', [
    'to[0]' => '2025550123',
    'to[1]' => '2025550124',
    'filename[0]' => $page,
    'tag[client]' => 'v1',
    'batch' => false,
]);
callV1('v1 list', 'faxList', ['start' => time() - 60, 'end' => time() + 60, 'status' => '']);

$sent = callV2('send', 'POST', 'faxes', [
    'to[0]' => '2025550123',
    'to[1]' => '+12025550124',
    'file[0]' => $file('page.txt'),
    'file[1]' => $file('Seite é.html'),
    'tag[order no]' => 'a & ü',
]);
preg_match('/"id":(\d+)/', $sent, $found);
$id = $found[1];
for ($try = 0; $try < 200 && preg_match('/"status":"(queued|inprogress)"/', callV2(null, 'GET', "faxes/$id")); $try++) {
    usleep(50_000);
}
callV2('send a page', 'POST', 'faxes', ['to' => '2025550123', 'content_url' => 'https://example.com/?a=1&b=2']);
callV2('list', 'GET', 'faxes', [
    'tag[order no]' => 'a & ü',
    'created_after' => (new DateTime('-1 minute'))->format(DATE_RFC3339),
    'status' => 'success',
]);
callV2('file', 'GET', "faxes/$id/file");
callV2('thumbnail', 'GET', "faxes/$id/file", ['thumbnail' => 's']);
callV2('cancel', 'POST', "faxes/$id/cancel");
callV2('number', 'GET', 'phone_numbers/' . urlencode('+12025550199'));
callV2('wrong key', 'GET', 'faxes', [], 'x:y');
callV2('delete', 'DELETE', "faxes/$id");

call('https', "$https/v2.1/public/countries", []);
