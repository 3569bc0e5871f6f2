import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Asks as the official Java clients do: by HttpURLConnection, with multipart bodies that have an empty part after every
 * field; in v1 those that end before their last parts, with the credentials among them.
 */
class Fax {
    static final String BASE = System.getenv("BASE");
    static final Path FOLDER = Path.of(System.getenv("FOLDER"));
    static final String KEY = System.getenv("KEY");
    static final String SECRET = System.getenv("SECRET");

    public static void main(String[] args) throws Exception {
        var page = FOLDER.resolve("page.txt");
        callV1("v1 send", "send", page, List.of(entry("to[0]", "2025550123"), entry("to[1]", "2025550124"),
            entry("tag[client]", "v1")));
        var now = Instant.now().getEpochSecond();
        callV1("v1 list", "faxList", null, List.of(entry("start", now - 60), entry("end", now + 60)));

        var sent = call("send", "POST", "faxes", List.of(entry("to[]", "2025550123"),
            entry("to[]", "+12025550124"), entry("tag[order no]", "a & ü"), entry("file[]", page),
            entry("file[]", FOLDER.resolve("Seite é.html"))));
        var id = find("(?<=\"id\":)\\d+", sent);
        for (var tries = 0; tries < 200; tries++) {
            if (find("\"status\":\"(queued|inprogress)\"", call(null, "GET", "faxes/" + id, List.of())) == null) break;
            Thread.sleep(50);
        }
        call("send a page", "POST", "faxes", List.of(entry("to", "2025550123"),
            entry("content_url[]", "https://example.com/?a=1&b=2")));
        call("list", "GET", "faxes", List.of(entry("tag[order no]", "a & ü"),
            entry("created_after", Instant.now().minusSeconds(60)), entry("status", "success")));
        call("file", "GET", "faxes/" + id + "/file", List.of());
        call("thumbnail", "GET", "faxes/" + id + "/file", List.of(entry("thumbnail", "s")));
        call("cancel", "POST", "faxes/" + id + "/cancel", List.of());
        call("number", "GET", "phone_numbers/+12025550199", List.of());
        call("wrong key", "GET", "faxes", List.of(), "x:y");
        call("delete", "DELETE", "faxes/" + id, List.of());
        show("https", open(System.getenv("HTTPS") + "/v2.1/public/countries"));
    }

    static String call(String what, String method, String path, List<Map.Entry<String, Object>> fields) throws IOException {
        return call(what, method, path, fields, KEY + ":" + SECRET);
    }

    static String call(String what, String method, String path, List<Map.Entry<String, Object>> fields, String pair) throws IOException {
        var isPost = method.equals("POST");
        var query = isPost || fields.isEmpty() ? "" : "?" + urlencoded(fields);
        var connection = open(BASE + "/v2.1/" + path + query);
        connection.setRequestMethod(method);
        connection.setRequestProperty("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes()));
        if (isPost && fields.stream().anyMatch(field -> field.getValue() instanceof Path)) {
            var boundary = Long.toString(System.currentTimeMillis());
            connection.setRequestProperty("Content-Type", "multipart/form-data;boundary=" + boundary);
            write(connection, multipart(boundary, fields));
        } else if (isPost && !fields.isEmpty()) {
            write(connection, urlencoded(fields).getBytes(UTF_8));
        }
        return show(what, connection);
    }

    static void callV1(String what, String path, Path file, List<Map.Entry<String, Object>> fields) throws IOException {
        var body = new ByteArrayOutputStream();
        body.writeBytes(bytes(part("*****", "api_key", KEY)));
        if (file != null) {
            body.writeBytes(bytes(head("*****", "filename", file.toString()), "\r\n"));
            body.writeBytes(Files.readAllBytes(file));
            body.writeBytes(bytes("\r\n--*****--\r\n"));
        }
        for (var field : fields) body.writeBytes(bytes(part("*****", field.getKey(), field.getValue())));
        body.writeBytes(bytes(part("*****", "api_secret", SECRET)));
        var connection = open(BASE + "/v1/" + path);
        connection.setRequestProperty("Content-Type", "multipart/form-data;boundary=*****");
        write(connection, body.toByteArray());
        show(what, connection);
    }

    static byte[] multipart(String boundary, List<Map.Entry<String, Object>> fields) throws IOException {
        var body = new ByteArrayOutputStream();
        for (var field : fields) {
            if (field.getValue() instanceof Path) {
                var file = (Path) field.getValue();
                var type = "Content-Type: " + URLConnection.guessContentTypeFromName(file.toString()) + "\r\n";
                var head = head(boundary, field.getKey(), file.getFileName().toString());
                body.writeBytes(bytes(head, type, "Content-Transfer-Encoding: binary\r\n\r\n"));
                body.writeBytes(Files.readAllBytes(file));
                body.writeBytes(bytes("\r\n\r\n"));
            } else {
                body.writeBytes(bytes(part(boundary, field.getKey(), field.getValue()), "--" + boundary + "\r\n"));
            }
        }
        body.writeBytes(bytes("--" + boundary + "--\r\n"));
        return body.toByteArray();
    }

    static String part(String boundary, String name, Object value) {
        return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }

    static String head(String boundary, String name, String file) {
        var names = "name=\"" + name + "\"; filename=\"" + file + "\"";
        return "--" + boundary + "\r\nContent-Disposition: form-data; " + names + "\r\n";
    }

    static byte[] bytes(String... texts) {
        return String.join("", texts).getBytes(UTF_8);
    }

    static String urlencoded(List<Map.Entry<String, Object>> fields) {
        return fields.stream()
            .map(field -> URLEncoder.encode(field.getKey(), UTF_8) + "=" + URLEncoder.encode("" + field.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    }

    static HttpURLConnection open(String url) throws IOException {
        return (HttpURLConnection) new URL(url).openConnection();
    }

    static void write(HttpURLConnection connection, byte[] body) throws IOException {
        connection.setDoOutput(true);
        connection.getOutputStream().write(body);
    }

    /** Tells what was answered: of a list the number of its records, of a PDF that it is one. Without `what` nothing. */
    static String show(String what, HttpURLConnection connection) throws IOException {
        var status = connection.getResponseCode();
        var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
        var body = new String(stream.readAllBytes(), ISO_8859_1);
        var type = connection.getHeaderField("Content-Type").replaceFirst(";.*", "");
        var detail = find("(?<=\"total\":)\\d+|^%PDF", body);
        if (what != null) System.out.println(what + " " + status + " " + type + (detail == null ? "" : " " + detail));
        return body;
    }

    static String find(String pattern, String text) {
        var found = Pattern.compile(pattern).matcher(text);
        return found.find() ? found.group() : null;
    }
}
