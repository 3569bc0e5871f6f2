<?php
// Stands in for the package phaxio/phaxio 2.0, which the tests do not install: the methods that docs/cookbook-php.md calls,
// with the names, encodings and errors of the package.

namespace Phaxio\Error {
    class AuthenticationException extends \Exception {}
    class NotFoundException extends \Exception {}
    class InvalidRequestException extends \Exception {}
    class RateLimitException extends \Exception {}
    class GeneralException extends \Exception {}
    class APIConnectionException extends \Exception {}
}

namespace Phaxio {
    /** A record, whose fields are properties and keys. */
    abstract class Resource extends \ArrayObject
    {
        public function __construct(protected Phaxio $phaxio, array $data = [])
        {
            parent::__construct($data, \ArrayObject::ARRAY_AS_PROPS);
        }
    }

    class Fax extends Resource
    {
        public function retrieve(): static
        {
            $this->exchangeArray($this->phaxio->doRequest('GET', "faxes/$this->id")['data']);
            return $this;
        }

        public function resend(array $params = []): static
        {
            return new static($this->phaxio, $this->phaxio->doRequest('POST', "faxes/$this->id/resend", $params)['data']);
        }
    }

    class FaxFile extends Resource {}

    class PhoneNumber extends Resource {}

    class PhaxCode extends Resource
    {
        public function retrieve(bool $getMetadata = false): static
        {
            $found = $this->phaxio->doRequest('GET', "phax_codes/$this->identifier" . ($getMetadata ? '.json' : '.png'), [], $getMetadata);
            $this->exchangeArray([...$this->getArrayCopy(), ...($getMetadata ? $found['data'] : $found)]);
            return $this;
        }
    }

    class Resources
    {
        public function __construct(private Phaxio $phaxio, private string $path, private string $record) {}

        public function create(array $params): Resource
        {
            return new $this->record($this->phaxio, $this->phaxio->doRequest('POST', $this->path, $params)['data']);
        }

        public function getList(array $params = []): \ArrayObject
        {
            $data = $this->phaxio->doRequest('GET', $this->path, $params)['data'];
            return new \ArrayObject(array_map(fn($each) => new $this->record($this->phaxio, $each), $data));
        }
    }

    class StringUpload
    {
        public function __construct(public string $string, public string $extension) {}
    }

    class Phaxio
    {
        public function __construct(private string $key, private string $secret, private string $host = 'https://api.phaxio.com/v2/') {}

        public function phoneNumbers(): Resources
        {
            return new Resources($this, 'phone_numbers', PhoneNumber::class);
        }

        public function phaxCodes(): Resources
        {
            return new Resources($this, 'phax_codes', PhaxCode::class);
        }

        public function sendFax(array $params): Resource
        {
            return (new Resources($this, 'faxes', Fax::class))->create($params);
        }

        public function listFaxes(array $params = []): \ArrayObject
        {
            return (new Resources($this, 'faxes', Fax::class))->getList($params);
        }

        public function initFax(int|string $id): Fax
        {
            return new Fax($this, ['id' => $id]);
        }

        public function retriveFaxFile(int|string $id, array $params = []): FaxFile
        {
            return new FaxFile($this, $this->doRequest('GET', "faxes/$id/file", $params, false));
        }

        public function stringUpload(string $string, string $extension = 'txt'): StringUpload
        {
            return new StringUpload($string, $extension);
        }

        /** The JSON of the answer, or its status, type and body. All parameters are multipart, also those of a GET. */
        public function doRequest(string $method, string $path, array $params = [], bool $isJson = true): array
        {
            $boundary = '----------------------------' . bin2hex(random_bytes(6));
            $curl = curl_init($this->host . $path);
            curl_setopt_array($curl, [
                CURLOPT_CUSTOMREQUEST => $method,
                CURLOPT_USERPWD => "$this->key:$this->secret",
                CURLOPT_RETURNTRANSFER => true,
                CURLOPT_HTTPHEADER => ['Expect: 100-continue', "Content-Type: multipart/form-data; boundary=$boundary"],
                CURLOPT_POSTFIELDS => self::multipart($params, $boundary),
            ]);
            $body = curl_exec($curl);
            $body !== false or throw new Error\APIConnectionException('Curl error: ' . curl_error($curl));
            $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
            $answer = $isJson || $status !== 200 ? json_decode($body, true) : ['success' => true];
            $error = match (true) {
                $status === 401 => Error\AuthenticationException::class,
                $status === 404 => Error\NotFoundException::class,
                $status === 422 => Error\InvalidRequestException::class,
                $status === 429 => Error\RateLimitException::class,
                $status >= 500 || !$answer['success'] => Error\GeneralException::class,
                default => null,
            };
            $error === null or throw new $error($answer['message']);
            return $isJson ? $answer : ['status' => $status, 'contentType' => curl_getinfo($curl, CURLINFO_CONTENT_TYPE), 'body' => $body];
        }

        private static function multipart(array $params, string $boundary): string
        {
            $lines = [];
            foreach ($params as $name => $values) {
                foreach (is_array($values) ? $values : ['' => $values] as $key => $value) {
                    $field = is_array($values) ? $name . '[' . (is_int($key) ? '' : $key) . ']' : $name;
                    $isFile = $value instanceof StringUpload;
                    $file = $isFile ? "; filename=\"string.$value->extension\"\r\nContent-Type: application/octet-stream" : '';
                    $text = $isFile ? $value->string : (is_bool($value) ? var_export($value, true) : $value);
                    array_push($lines, "--$boundary", "Content-Disposition: form-data; name=\"$field\"$file", '', $text);
                }
            }
            return implode("\r\n", [...$lines, "--$boundary--", '']);
        }
    }
}
