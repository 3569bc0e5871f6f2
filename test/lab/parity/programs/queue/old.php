<?php
// Works through the queue by v2.1: what fails for a while is sent again.
require __DIR__ . '/jobs.php';

function api(string $method, string $path, $body = null): array {
    return json_decode(call($method, getenv('FAXSIM_URL') . "/v2.1$path", $body), true)['data'];
}

function done(int $id): array {
    do $fax = api('GET', "/faxes/$id"); while (!in_array($fax['status'], ['success', 'failure']));
    return $fax;
}

$failed = [];
$sends = 0;
foreach (jobs() as ['job' => $job, 'to' => $to, 'text' => $text]) {
    $file = new CURLStringFile($text, 'order.txt', 'text/plain');
    $fax = done(api('POST', '/faxes', ['to' => $to, 'file' => $file, 'tag[job]' => $job])['id']);
    for ($try = 1; $fax['status'] === 'failure' && $try <= TRIES[$fax['error_id']]; $try++) {
        $fax = done(api('POST', "/faxes/{$fax['id']}/resend")['id']);
    }
    $sends += $try;
    if ($fax['status'] === 'failure') $failed[] = $job;
}
$file = new CURLStringFile(alert($failed, $sends), 'alert.txt', 'text/plain');
done(api('POST', '/faxes', ['to' => OPERATOR, 'file' => $file])['id']);
