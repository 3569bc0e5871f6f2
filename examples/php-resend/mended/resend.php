<?php
// Resends all faxes that have failed.

const PER_PAGE = 2;
const TRIES = 3;
const ANSWER_SECONDS = 4;

/** Throws where no usable answer comes. */
function request(string $method, string $path): array
{
    $wait = null;
    $curl = curl_init(getenv('PHAXIO_BASE_URL') . '/v2.1' . $path);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_USERPWD => getenv('PHAXIO_API_KEY') . ':' . getenv('PHAXIO_API_SECRET'),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => ANSWER_SECONDS,
        CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$wait): int {
            if (preg_match('/^retry-after: (\d+)/i', $line, $match)) {
                $wait = (int) $match[1];
            }
            return strlen($line);
        },
    ]);
    $body = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    $answer = $body === false ? null : json_decode($body, true);
    if ($status < 200 || $status >= 300 || $answer === null) {
        throw new RuntimeException("$method $path: status $status", $wait ?? 0);
    }
    return $answer;
}

/** Calls a function up to three times, with true the first time. */
function retrying(callable $work): mixed
{
    for ($attempt = 1; ; $attempt++) {
        try {
            return $work($attempt === 1);
        } catch (RuntimeException $error) {
            if ($attempt === TRIES) {
                throw $error;
            }
            $error->getCode() > 0 ? sleep($error->getCode()) : usleep(100_000);
        }
    }
}

function failedFaxes(): array
{
    $found = [];
    for ($page = 1; ; $page++) {
        $path = '/faxes?status=failure&per_page=' . PER_PAGE . "&page=$page";
        ['data' => $faxes] = retrying(fn() => request('GET', $path));
        foreach ($faxes as $fax) {
            $found[$fax['id']] = $fax; // a list that grows between two pages shows a fax twice
        }
        if (count($faxes) < PER_PAGE) {
            return $found;
        }
    }
}

/** Whether there is a later fax to the same number: an answer that was lost does not say. */
function isResent(array $fax): bool
{
    $number = urlencode($fax['recipients'][0]['phone_number']);
    ['data' => $faxes] = request('GET', "/faxes?direction=sent&phone_number=$number");
    return count(array_filter($faxes, fn($other) => $other['id'] > $fax['id'])) > 0;
}

/** Returns the number of resent faxes. */
function resendFailed(): int
{
    $count = 0;
    foreach (failedFaxes() as $fax) {
        retrying(fn($isFirst) => (!$isFirst && isResent($fax)) || request('POST', "/faxes/{$fax['id']}/resend"));
        $count++;
    }
    return $count;
}
