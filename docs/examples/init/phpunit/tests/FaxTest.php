<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/FaxsimWorld.php';

final class FaxTest extends TestCase
{
    use FaxsimWorld;

    public function testAFaxIsSent(): void
    {
        $fields = ['to' => '+12025550123', 'content_url' => 'https://example.com'];
        [$status, $answer] = $this->callApi('POST', '/v2.1/faxes', $fields);
        $this->assertSame(200, $status);

        $this->settle();
        $this->assertFax($answer['data']['id'], status: 'success');
    }
}
