// com/phaxio/package-info.java
/**
 * Stands in for the client phaxio-java 0.4, which the tests do not install: the methods that docs/cookbook-java.md calls, with the
 * names, encodings and errors of the client. The tests write each part of this file into a file of its own.
 */
package com.phaxio;
// com/phaxio/exceptions/ApiConnectionException.java
package com.phaxio.exceptions;

public class ApiConnectionException extends RuntimeException {
    public ApiConnectionException(String message, Throwable cause) {
        super(message, cause);
    }
}
// com/phaxio/exceptions/InvalidRequestException.java
package com.phaxio.exceptions;

public class InvalidRequestException extends RuntimeException {
    public InvalidRequestException(String message) {
        super(message);
    }
}
// com/phaxio/exceptions/ServerException.java
package com.phaxio.exceptions;

public class ServerException extends RuntimeException {
    public ServerException(String message) {
        super(message);
    }
}
// com/phaxio/resources/FileStream.java
package com.phaxio.resources;

import java.io.InputStream;

public record FileStream(InputStream inputStream, String fileName) {}
// com/phaxio/resources/FaxFile.java
package com.phaxio.resources;

import com.phaxio.Requests;

public class FaxFile {
    private final Requests client;
    private final int id;

    public FaxFile(Requests client, int id) {
        this.client = client;
        this.id = id;
    }

    public byte[] getBytes() {
        return client.bytes("GET", "faxes/" + id + "/file", null);
    }
}
// com/phaxio/resources/Fax.java
package com.phaxio.resources;

import com.phaxio.Requests;
import java.util.Map;

public class Fax {
    private final Requests client;
    public final int id, errorId;
    public final String status, direction, fromNumber, toNumber;

    public Fax(Requests client, Map<String, Object> data) {
        this.client = client;
        id = number(data.get("id"));
        errorId = number(data.get("error_id"));
        status = (String) data.get("status");
        direction = (String) data.get("direction");
        fromNumber = (String) data.get("from_number");
        toNumber = (String) data.get("to_number");
    }

    private static int number(Object value) {
        return value == null ? 0 : ((Number) value).intValue();
    }

    public void resend() {
        client.bytes("POST", "faxes/" + id + "/resend", Map.of());
    }

    public FaxFile file() {
        return new FaxFile(client, id);
    }
}
// com/phaxio/resources/PhoneNumber.java
package com.phaxio.resources;

public class PhoneNumber {
    public String number;
}
// com/phaxio/resources/PhaxCode.java
package com.phaxio.resources;

import com.phaxio.Requests;

public class PhaxCode {
    private final Requests client;
    public final String identifier;

    public PhaxCode(Requests client, String identifier) {
        this.client = client;
        this.identifier = identifier;
    }

    public byte[] png() {
        return client.bytes("GET", "phax_codes/" + identifier + ".png", null);
    }
}
// com/phaxio/repositories/FaxRepository.java
package com.phaxio.repositories;

import com.phaxio.Requests;
import com.phaxio.resources.Fax;
import java.util.Map;

public class FaxRepository {
    private final Requests client;

    public FaxRepository(Requests client) {
        this.client = client;
    }

    public Fax create(Map<String, Object> options) {
        return new Fax(client, client.record("POST", "faxes", options));
    }

    public Fax retrieve(int id) {
        return new Fax(client, client.record("GET", "faxes/" + id, null));
    }

    public Iterable<Fax> list() {
        return list(Map.of());
    }

    public Iterable<Fax> list(Map<String, Object> filters) {
        return client.list("faxes", filters).stream().map(data -> new Fax(client, data)).toList();
    }
}
// com/phaxio/repositories/PhoneNumberRepository.java
package com.phaxio.repositories;

import com.phaxio.Requests;
import com.phaxio.resources.PhoneNumber;
import java.util.Map;

public class PhoneNumberRepository {
    private final Requests client;

    public PhoneNumberRepository(Requests client) {
        this.client = client;
    }

    public Iterable<PhoneNumber> list() {
        return client.list("phone_numbers", Map.of()).stream().map(data -> {
            var number = new PhoneNumber();
            number.number = (String) data.get("phone_number");
            return number;
        }).toList();
    }
}
// com/phaxio/repositories/PhaxCodeRepository.java
package com.phaxio.repositories;

import com.phaxio.Requests;
import com.phaxio.resources.PhaxCode;
import java.util.Map;

public class PhaxCodeRepository {
    private final Requests client;

    public PhaxCodeRepository(Requests client) {
        this.client = client;
    }

    public PhaxCode create(String metadata) {
        var made = client.record("POST", "phax_codes.json", Map.of("metadata", metadata));
        return new PhaxCode(client, (String) made.get("identifier"));
    }
}
// com/phaxio/Phaxio.java
package com.phaxio;

import com.phaxio.repositories.*;

public class Phaxio {
    public final FaxRepository fax;
    public final PhoneNumberRepository phoneNumber;
    public final PhaxCodeRepository phaxCode;

    public Phaxio(String key, String secret, String endpoint, int port) {
        var requests = new Requests(key, secret, String.format(endpoint, port));
        fax = new FaxRepository(requests);
        phoneNumber = new PhoneNumberRepository(requests);
        phaxCode = new PhaxCodeRepository(requests);
    }
}
// com/phaxio/Requests.java
package com.phaxio;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.phaxio.exceptions.*;
import com.phaxio.resources.FileStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.*;
import java.util.*;
import java.util.stream.Collectors;

/** Makes the requests of the client: by HttpURLConnection, with an empty part after each field of a multipart body. */
public class Requests {
    private final String authorization, endpoint;

    Requests(String key, String secret, String endpoint) {
        authorization = "Basic " + Base64.getEncoder().encodeToString((key + ":" + secret).getBytes(UTF_8));
        this.endpoint = endpoint;
    }

    @SuppressWarnings("unchecked")
    public Map<String, Object> record(String method, String path, Map<String, Object> fields) {
        return (Map<String, Object>) dataOf(bytes(method, path, fields));
    }

    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> list(String path, Map<String, Object> filters) {
        return (List<Map<String, Object>>) dataOf(bytes("GET", path + (filters.isEmpty() ? "" : "?" + form(filters)), null));
    }

    private static Object dataOf(byte[] body) {
        return ((Map<?, ?>) new Json(new String(body, UTF_8)).value()).get("data");
    }

    public byte[] bytes(String method, String path, Map<String, Object> fields) {
        try {
            var connection = (HttpURLConnection) new URL(endpoint + path).openConnection();
            connection.setRequestMethod(method);
            connection.setRequestProperty("Authorization", authorization);
            if (fields != null && !fields.isEmpty()) write(connection, fields);
            var status = connection.getResponseCode();
            if (status == 200 || status == 201) return connection.getInputStream().readAllBytes();
            var answer = (Map<?, ?>) new Json(new String(connection.getErrorStream().readAllBytes(), UTF_8)).value();
            var message = answer.get("message").toString();
            throw status == 422 ? new InvalidRequestException(message) : new ServerException(message);
        } catch (IOException error) {
            throw new ApiConnectionException("Could not connect to the Phaxio API", error);
        }
    }

    private static String form(Map<String, Object> fields) {
        return fields.entrySet().stream()
            .map(field -> URLEncoder.encode(field.getKey(), UTF_8) + "=" + URLEncoder.encode("" + field.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    }

    private static void write(HttpURLConnection connection, Map<String, Object> fields) throws IOException {
        connection.setDoOutput(true);
        var isMultipart = fields.values().stream().anyMatch(value -> value instanceof FileStream);
        var boundary = Long.toString(System.nanoTime());
        if (isMultipart) connection.setRequestProperty("Content-Type", "multipart/form-data;boundary=" + boundary);
        connection.getOutputStream().write(isMultipart ? multipart(boundary, fields) : form(fields).getBytes(UTF_8));
    }

    private static byte[] multipart(String boundary, Map<String, Object> fields) throws IOException {
        var body = new ByteArrayOutputStream();
        for (var field : fields.entrySet()) {
            var head = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + field.getKey() + "\"";
            if (field.getValue() instanceof FileStream file) {
                body.writeBytes((head + "; filename=\"" + file.fileName() + "\"\r\n\r\n").getBytes(UTF_8));
                body.writeBytes(file.inputStream().readAllBytes());
                body.writeBytes("\r\n\r\n".getBytes(UTF_8));
            } else {
                body.writeBytes((head + "\r\n\r\n" + field.getValue() + "\r\n--" + boundary + "\r\n").getBytes(UTF_8));
            }
        }
        body.writeBytes(("--" + boundary + "--\r\n").getBytes(UTF_8));
        return body.toByteArray();
    }
}
// com/phaxio/Json.java
package com.phaxio;

import java.util.*;
import java.util.regex.Pattern;

/** Reads JSON into maps, lists, strings, numbers, booleans and null. */
class Json {
    private static final Pattern TOKEN =
        Pattern.compile("\\s*(?:([\\[\\]{},:])|\"((?:[^\"\\\\]|\\\\.)*+)\"|(-?\\d[\\d.eE+-]*)|(true|false|null))");

    private final java.util.regex.Matcher tokens;

    Json(String text) {
        tokens = TOKEN.matcher(text);
        tokens.find();
    }

    /** The value that begins at the current token; the token after its last one is current then. */
    Object value() {
        String mark = tokens.group(1), text = tokens.group(2), number = tokens.group(3), word = tokens.group(4);
        tokens.find();
        if (text != null) return text.translateEscapes();
        if (number != null) return Double.valueOf(number);
        if (word != null) return word.equals("null") ? null : Boolean.valueOf(word);
        return mark.equals("{") ? map() : list();
    }

    private Map<String, Object> map() {
        var map = new LinkedHashMap<String, Object>();
        while (!"}".equals(tokens.group(1))) {
            var name = (String) value();
            tokens.find(); // after the colon
            map.put(name, value());
            if (",".equals(tokens.group(1))) tokens.find();
        }
        tokens.find();
        return map;
    }

    private List<Object> list() {
        var list = new ArrayList<Object>();
        while (!"]".equals(tokens.group(1))) {
            list.add(value());
            if (",".equals(tokens.group(1))) tokens.find();
        }
        tokens.find();
        return list;
    }
}
