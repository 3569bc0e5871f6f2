<?php
// Sends a letter, and looks for it before the first retry, but not before the second one.

function call(string $method, string $path, ?array $fields = null): ?array
{
    $curl = curl_init(getenv('PHAXIO_BASE_URL') . '/v2.1' . $path);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_USERPWD => getenv('PHAXIO_API_KEY') . ':' . getenv('PHAXIO_API_SECRET'),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 20,
        CURLOPT_HEADERFUNCTION => function ($curl, string $line): int {
            if (stripos($line, 'Retry-After:') === 0) {
                sleep((int) substr($line, 12));
            }
            return strlen($line);
        },
    ]);
    if ($fields !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, http_build_query($fields));
    }
    $body = curl_exec($curl);
    $isAnswered = $body !== false && curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 200;
    return $isAnswered ? json_decode($body, true) : null;
}

/** Whether the letter is there; null if the service does not tell. */
function isSent(string $letter): ?bool
{
    $answer = call('GET', "/faxes?tag%5Bletter%5D=$letter");
    return $answer === null ? null : count($answer['data']) > 0;
}

function send(string $letter, string $to): bool
{
    for ($attempt = 1; $attempt <= 3; $attempt++) {
        if ($attempt === 2 || ($attempt === 3 && getenv('MENDED'))) {
            $isSent = isSent($letter);
            if ($isSent !== false) {
                return $isSent === true;
            }
        }
        $fields = ['to' => $to, 'content_url' => 'https://example.com', 'tag' => ['letter' => $letter]];
        if (call('POST', '/faxes', $fields) !== null) {
            return true;
        }
    }
    return false;
}

if (!send('7', '+12025550101')) {
    fwrite(STDERR, "the letter was not sent\n");
    exit(1);
}
