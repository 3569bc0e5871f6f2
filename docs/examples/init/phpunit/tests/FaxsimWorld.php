<?php

/** Changes the world of a test, or of a class: `#[Faxsim(['scenarios' => ['outage']])]`. */
#[Attribute(Attribute::TARGET_CLASS | Attribute::TARGET_METHOD)]
final class Faxsim
{
    public function __construct(public array $order) {}
}

/**
 * Gives each test a world with its name: an empty account, and a clock that stands. That of a failed test stays. The
 * client under test gets `$this->faxsim['base_url']`, and the keys in `$this->faxsim['credentials']['live']`.
 */
trait FaxsimWorld
{
    protected array $faxsim = [];
    private string $faxsimUrl;
    private bool $isFaxsimShared; // under faxsim sweep, FAXSIM_URL names a world

    /** @before */
    #[PHPUnit\Framework\Attributes\Before]
    public function openFaxsimWorld(): void
    {
        $this->faxsimUrl = getenv('FAXSIM_URL') ?: 'http://127.0.0.1:8329';
        $this->isFaxsimShared = str_contains($this->faxsimUrl, '/w/');
        $isNew = method_exists($this, 'nameWithDataSet'); // since PHPUnit 10
        $name = static::class . '::' . ($isNew ? $this->nameWithDataSet() : $this->getName());
        $method = new ReflectionMethod($this, $isNew ? $this->name() : $this->getName(false));
        $order = ['name' => $name, 'fixture' => 'empty', 'clock' => 'manual'];
        foreach ([new ReflectionClass($this), $method] as $place) {
            $order = [...$order, ...($place->getAttributes(Faxsim::class)[0] ?? null)?->newInstance()->order ?? []];
        }
        if ($this->isFaxsimShared) {
            $this->faxsimAt('PATCH', '/settings', $order['settings'] ?? []);
            array_map(fn($name) => $this->faxsimAt('POST', '/scenarios', ['on' => $name]), $order['scenarios'] ?? []);
            $this->faxsimAt('POST', '/clock', ['speed' => $order['clock']]);
        }
        $this->faxsim = $this->isFaxsimShared ? $this->faxsimAt('GET', '/world') : $this->faxsimAt('POST', '/worlds', $order);
    }

    /** @after */
    #[PHPUnit\Framework\Attributes\After]
    public function closeFaxsimWorld(): void
    {
        $status = method_exists($this, 'status') ? $this->status() : null; // since PHPUnit 10
        $hasFailed = $status ? $status->isFailure() || $status->isError() : $this->hasFailed();
        if ($hasFailed && $this->faxsim) {
            $this->control('POST', 'failure', ['message' => $status ? $status->message() : $this->getStatusMessage()]);
        } elseif ($this->faxsim && !$this->isFaxsimShared) {
            $this->faxsimAt('DELETE', "/worlds/{$this->faxsim['id']}");
        }
    }

    /** Makes a request to the API, to v3 in JSON. Returns the status, and the JSON or text of the answer. */
    protected function callApi(string $method, string $path, array $fields = []): array
    {
        $token = base64_encode(implode(':', $this->faxsim['credentials']['live']));
        $isV3 = str_starts_with($path, '/v3/');
        $headers = ["Authorization: Basic $token", 'Content-Type: application/' . ($isV3 ? 'json' : 'x-www-form-urlencoded')];
        $body = $isV3 ? json_encode((object) $fields) : http_build_query($fields);
        return $this->faxsimRequest($method, $this->faxsim['base_url'] . $path, $headers, $body);
    }

    /**
     * Makes a call of the control API for this world: `control('POST', 'clock', ['advance' => '10m'])`,
     * `control('POST', 'receive', ['from' => '+1...', 'to' => '+1...'])`, `control('GET', 'faxes')`.
     */
    protected function control(string $method, string $path, array $fields = []): mixed
    {
        return $this->faxsimAt($method, "/$path", $fields, $this->faxsim['base_url']);
    }

    /** Lets the clock and the program take turns until both rest. */
    protected function settle(string $timeout = '4s', string $quiet = '200ms'): array
    {
        return $this->control('POST', 'clock', ['settle' => $timeout, 'quiet' => $quiet]);
    }

    /** Checks a fax: `assertFax(7, status: 'failure', error: 'Busy')`. Returns its record. */
    protected function assertFax(int|string $fax, mixed ...$wanted): array
    {
        return $this->verifiedFaxsim('faxes', ['fax' => $fax, ...$wanted])['fax'];
    }

    /** Checks that a webhook was delivered: `assertDelivered(event: 'fax_completed', fax: 7)`. */
    protected function assertDelivered(mixed ...$wanted): array
    {
        return $this->verifiedFaxsim('webhooks', ['state' => 'delivered', ...$wanted])['webhooks'];
    }

    /** Checks that the service received a request: `assertReceived('sendFax', exactly: 1)`. */
    protected function assertReceived(string $operation, mixed ...$wanted): array
    {
        return $this->verifiedFaxsim('requests', ['operation' => $operation, ...$wanted])['requests'];
    }

    private function verifiedFaxsim(string $log, array $wanted): array
    {
        $this->addToAssertionCount(1);
        $verdict = $this->control('POST', "$log/verify", $wanted);
        return $verdict['passed'] ? $verdict : self::fail($verdict['explanation']);
    }

    private function faxsimAt(string $method, string $path, array $fields = [], ?string $url = null): mixed
    {
        $headers = ['Authorization: Bearer ' . getenv('FAXSIM_CONTROL_TOKEN'), 'Content-Type: application/json'];
        $body = $method === 'GET' ? '' : json_encode((object) $fields);
        [, $answer] = $this->faxsimRequest($method, ($url ?? $this->faxsimUrl) . "/_faxsim$path", $headers, $body);
        return array_key_exists('data', $answer) ? $answer['data'] : throw new RuntimeException($answer['message']);
    }

    private function faxsimRequest(string $method, string $url, array $headers, string $body): array
    {
        $http = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true, 'timeout' => 60];
        $answer = @file_get_contents($url, false, stream_context_create(['http' => $http]));
        $answer !== false or throw new RuntimeException("no faxsim at $this->faxsimUrl: run the tests with faxsim exec -- vendor/bin/phpunit");
        return [(int) explode(' ', $http_response_header[0])[1], json_decode($answer, true) ?? $answer];
    }
}
