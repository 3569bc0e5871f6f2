<?php
// Resends all faxes that have failed.

const PER_PAGE = 2;

function request(string $method, string $path): ?array
{
    do {
        $curl = curl_init(getenv('PHAXIO_BASE_URL') . '/v2.1' . $path);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_USERPWD => getenv('PHAXIO_API_KEY') . ':' . getenv('PHAXIO_API_SECRET'),
            CURLOPT_RETURNTRANSFER => true,
        ]);
        $body = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($status === 0 || $status >= 500) {
            usleep(100_000);
        }
    } while ($status === 0 || $status >= 500);
    return json_decode((string) $body, true);
}

function failedFaxes(): array
{
    $found = [];
    for ($page = 1; ; $page++) {
        $answer = request('GET', '/faxes?status=failure&per_page=' . PER_PAGE . "&page=$page");
        $found = [...$found, ...($answer['data'] ?? [])];
        if (count($answer['data'] ?? []) < PER_PAGE) {
            return $found;
        }
    }
}

/** Returns the number of resent faxes. */
function resendFailed(): int
{
    $count = 0;
    foreach (failedFaxes() as $fax) {
        request('POST', "/faxes/{$fax['id']}/resend");
        $count++;
    }
    return $count;
}
