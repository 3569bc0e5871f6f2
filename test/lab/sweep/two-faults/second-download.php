<?php
// Archives received faxes, and removes their files. A download that breaks off is repeated; the second one is not looked at.

function call(string $method, string $path): array
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
    $body = curl_exec($curl);
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), curl_errno($curl) === 0, (string) $body];
}

function receive(string $from): void
{
    $curl = curl_init(getenv('FAXSIM_URL') . '/_faxsim/receive');
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => json_encode(['from' => $from]),
        CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
    ]);
    curl_exec($curl);
}

/** Returns whether the document is whole, and the document. */
function download(int $id): array
{
    [$status, $isWhole, $document] = call('GET', "/faxes/$id/file");
    if ($status !== 200) {
        throw new RuntimeException("fax $id cannot be read: $status");
    }
    return [$isWhole, $document];
}

function archive(int $id): void
{
    [$isWhole, $document] = download($id);
    if (!$isWhole) {
        [$isWhole, $document] = download($id);
        if (getenv('MENDED') && !$isWhole) {
            throw new RuntimeException("fax $id breaks off");
        }
    }
    file_put_contents(sys_get_temp_dir() . '/faxsim-archive-' . getmypid() . '.pdf', $document);
    [$status, $isWhole] = call('DELETE', "/faxes/$id/file");
    if ($status !== 200 || !$isWhole) {
        throw new RuntimeException("the file of fax $id is still there");
    }
}

receive('+12025550181');
[$status, $isWhole, $list] = call('GET', '/faxes?direction=received');
try {
    if ($status !== 200 || !$isWhole) {
        throw new RuntimeException('the faxes cannot be listed');
    }
    foreach (json_decode($list, true)['data'] as $fax) {
        archive($fax['id']);
    }
} catch (RuntimeException $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
} finally {
    @unlink(sys_get_temp_dir() . '/faxsim-archive-' . getmypid() . '.pdf');
}
