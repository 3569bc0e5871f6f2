<?php
require getenv('MENDED') === false ? __DIR__ . '/resend.php' : __DIR__ . '/mended/resend.php';

/** Makes a failed fax by the control API. */
function failedFax(string $to): void
{
    $curl = curl_init(getenv('FAXSIM_URL') . '/_faxsim/faxes');
    $fields = json_encode(['status' => 'failure', 'error' => 17, 'to' => [$to]]);
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => $fields,
        CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
    ]);
    curl_exec($curl);
}

$numbers = ['+12025550101', '+12025550102', '+12025550103'];
array_map('failedFax', $numbers);
$count = resendFailed();
if ($count !== 3) {
    fwrite(STDERR, "expected 3 resent faxes, got $count\n");
    exit(1);
}
