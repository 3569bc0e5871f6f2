<?php
// The jobs of a queue, with random data as a test suite makes it, and the calls of both versions.
const TRIES = [17 => 2, 30 => 1];
const OPERATOR = '+12025550190';

function jobs(): array {
    $numbers = range(140, 151);
    shuffle($numbers);
    $calm = fn (int $at) => "+12025550{$numbers[$at]}";
    $to = ['JOB-1' => $calm(0), 'JOB-2' => $calm(1), 'JOB-3' => '+15555551017', 'JOB-4' => '+15555551030'];
    $names = ['Abbott', 'Becker', 'Castro', 'Dunne', 'Ellis', 'Fraser', 'Gupta', 'Hansen', 'Ibarra', 'Jensen', 'Keller', 'Lopez'];
    shuffle($names);
    $jobs = [];
    foreach ($to as $job => $number) {
        $title = rand(0, 1) ? 'Mr' : 'Ms';
        $goods = ['bricks', 'sand', 'gravel'][rand(0, 2)];
        $text = "ORDER CONFIRMATION $job\n\nFor $title " . array_pop($names) . "\n\n" . rand(1, 5) . " pallets of $goods leave the yard.\nKeep the gate open.\n";
        $jobs[] = ['job' => $job, 'to' => $number, 'text' => $text];
    }
    shuffle($jobs);
    return $jobs;
}

function alert(array $failed, int $sends): string {
    sort($failed);
    return 'FAILED JOBS: ' . implode(', ', $failed) . "\n\nFaxes in all: $sends\n";
}

/** One request, which must succeed: its body. */
function call(string $method, string $url, $body = null, array $headers = []): string {
    usleep(rand(0, 20000));
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FAILONERROR => true,
        CURLOPT_TIMEOUT => 60,
        CURLOPT_USERPWD => getenv('FAXSIM_API_KEY') . ':' . getenv('FAXSIM_API_SECRET'),
        CURLOPT_HTTPHEADER => $headers,
    ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
    $answer = curl_exec($curl);
    if ($answer === false) throw new RuntimeException("$method $url: " . curl_error($curl));
    return $answer;
}
