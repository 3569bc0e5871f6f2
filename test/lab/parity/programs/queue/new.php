<?php
// Works through the queue by v3. MISTAKE names one that it makes.
require __DIR__ . '/jobs.php';

function mistakes(string $name): bool {
    return getenv('MISTAKE') === $name;
}

function api(string $method, string $path, ?array $body = null): array {
    $url = getenv('FAXSIM_URL') . '/v3/projects/' . getenv('FAXSIM_PROJECT_ID') . $path;
    return json_decode(call($method, $url, $body === null ? null : json_encode($body), ['Content-Type: application/json']), true);
}

function send(string $to, string $text, array $labels): array {
    if (mistakes('gate')) $text = str_replace('open', 'shut', $text);
    $files = [['file' => base64_encode($text), 'fileType' => 'TXT']];
    $names = mistakes('tag') ? ['tag' => $labels] : ['labels' => $labels];
    $id = api('POST', '/faxes', ['to' => $to, 'files' => $files, 'maxRetries' => 0] + $names)['id'];
    do $fax = api('GET', "/faxes/$id"); while (!in_array($fax['status'], ['COMPLETED', 'FAILURE']));
    return $fax;
}

$jobs = jobs();
$texts = array_column($jobs, 'text', 'job');
if (mistakes('other-job')) foreach ($jobs as &$row) if ($row['job'] === 'JOB-3') $row['text'] = $texts['JOB-1'];
unset($row);
$code = mistakes('error_id') ? 'error_id' : 'errorCode';
$failed = [];
$sends = 0;
foreach ($jobs as ['job' => $job, 'to' => $to, 'text' => $text]) {
    $fax = send($to, $text, ['job' => $job]);
    for ($try = 1; $fax['status'] === 'FAILURE' && $try <= (TRIES[$fax[$code] ?? 0] ?? 0); $try++) {
        $fax = send($to, $text, ['job' => $job]);
    }
    $sends += $try;
    if ($fax['status'] === 'FAILURE') $failed[] = $job;
}
send(OPERATOR, alert($failed, $sends), ['kind' => 'alert']);
