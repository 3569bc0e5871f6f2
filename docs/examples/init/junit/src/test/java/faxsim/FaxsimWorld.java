package faxsim;

import static java.nio.charset.StandardCharsets.UTF_8;
import java.net.*;
import java.net.http.*;
import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.extension.*;

/**
 * Gives each test a world with its name: an empty account, and a clock that stands. That of a failed test stays.
 * {@code @RegisterExtension FaxsimWorld faxsim = new FaxsimWorld("scenarios", "outage", "settings[fax_retries]", "2");}
 */
public final class FaxsimWorld implements BeforeEachCallback, AfterEachCallback {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String SIMULATOR = System.getenv().getOrDefault("FAXSIM_URL", "http://127.0.0.1:8329");
    private static final boolean IS_SHARED = SIMULATOR.contains("/w/"); // under faxsim sweep, by all tests

    private final String[] order;
    /** The address and keys for the client under test. */
    public String baseUrl = SIMULATOR, key, secret, projectId;

    public FaxsimWorld(String... order) {
        this.order = order;
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        var name = test.getRequiredTestClass().getSimpleName() + "." + test.getDisplayName();
        var world = form("name", name, "fixture", "empty", "clock", "manual");
        var made = IS_SHARED ? shared() : at(SIMULATOR, "POST", "worlds?" + world, order);
        baseUrl = text(made, "base_url");
        key = text(made, "key");
        secret = text(made, "secret");
        projectId = text(made, "project_id");
    }

    @Override
    public void afterEach(ExtensionContext test) {
        var failure = test.getExecutionException().filter(it -> !(it instanceof org.opentest4j.TestAbortedException));
        failure.ifPresent(it -> control("POST", "failure", "message", it.toString()));
        if (failure.isEmpty() && !IS_SHARED) at(SIMULATOR, "DELETE", "worlds/" + baseUrl.replaceAll(".*/", ""));
    }

    /** Makes a request to the API, to v3 in JSON: {@code call("POST", "/v2.1/faxes", "to", "+12025550123")}. */
    public HttpResponse<String> call(String method, String path, String... fields) {
        var keys = Base64.getEncoder().encodeToString((key + ":" + secret).getBytes(UTF_8));
        return send(method, baseUrl + path, "Basic " + keys, path.startsWith("/v3/") ? json(fields) : form(fields));
    }

    /** Calls the control API of this world: {@code control("GET", "faxes")}. Returns its JSON. */
    public String control(String method, String path, String... fields) { return at(baseUrl, method, path, fields); }

    /** Lets the clock and the program take turns until both rest. */
    public void settle() { control("POST", "clock", "settle", "4s", "quiet", "200ms"); }
    public void advance(String duration) { control("POST", "clock", "advance", duration); }
    /** Receives a fax, as if a caller had sent it: {@code receive("to", "+1...", "from", "+1...")}. Returns its JSON. */
    public String receive(String... fax) { return control("POST", "receive", fax); }

    /** Checks a fax: {@code assertFax(7, "status", "failure", "error", "Busy")}. */
    public void assertFax(Object fax, String... wanted) { verify("faxes/verify?" + form("fax", "" + fax), wanted); }
    /** Checks that a webhook was delivered: {@code assertDelivered("event", "fax_completed", "fax", "7")}. */
    public void assertDelivered(String... wanted) { verify("webhooks/verify?state=delivered", wanted); }
    /** Checks that the service received a request: {@code assertReceived("sendFax", "exactly", "1")}. */
    public void assertReceived(String operation, String... wanted) { verify("requests/verify?operation=" + operation, wanted); }

    /** The first value of a name in JSON. The JSON library of your project reads more. */
    public static String text(String json, String name) {
        var found = java.util.regex.Pattern.compile("\"" + name + "\":(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^,}\\]]*))").matcher(json);
        if (!found.find()) throw new IllegalArgumentException("no " + name + " in " + json);
        return found.group(1) == null ? found.group(2) : found.group(1).translateEscapes();
    }

    private void verify(String path, String... wanted) {
        String verdict = control("POST", path, wanted);
        if (text(verdict, "passed").equals("false")) Assertions.fail(text(verdict, "explanation"));
    }

    private String shared() {
        for (int at = 0; at < order.length; at += 2) {
            var setting = order[at].replaceAll("^settings\\[|]$", "");
            if (order[at].equals("scenarios")) at(SIMULATOR, "POST", "scenarios", "on", order[at + 1]);
            else if (!setting.equals(order[at])) at(SIMULATOR, "PATCH", "settings", setting, order[at + 1]);
        }
        at(SIMULATOR, "POST", "clock", "speed", "manual");
        return at(SIMULATOR, "GET", "world");
    }

    private static String at(String baseUrl, String method, String path, String... fields) {
        String token = "Bearer " + System.getenv().getOrDefault("FAXSIM_CONTROL_TOKEN", "");
        var answer = send(method, baseUrl + "/_faxsim/" + path, token, form(fields));
        if (answer.statusCode() >= 300) throw new IllegalStateException(text(answer.body(), "message"));
        return answer.body();
    }

    private static HttpResponse<String> send(String method, String url, String authorization, String body) {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Authorization", authorization)
            .header("Content-Type", "application/" + (body.startsWith("{") ? "json" : "x-www-form-urlencoded"))
            .method(method, HttpRequest.BodyPublishers.ofString(body)).build();
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString()).exceptionally(error -> {
            throw new IllegalStateException("no faxsim at " + SIMULATOR + ": use faxsim exec -- mvn test", error);
        }).join();
    }

    private static String form(String... fields) {
        var parts = IntStream.range(0, fields.length).mapToObj(at -> URLEncoder.encode(fields[at], UTF_8) + "=&".charAt(at % 2));
        return parts.collect(Collectors.joining());
    }

    /** A number, a truth value, a list or an object is JSON already: {@code "labels", "{\"job\":\"7\"}"}. */
    private static String json(String... fields) {
        var json = new StringJoiner(",", "{", "}").setEmptyValue("");
        for (int at = 0; at < fields.length; at += 2) {
            String value = fields[at + 1], text = value.replaceAll("[\\\\\"]", "\\\\$0").replace("\n", "\\n");
            json.add('"' + fields[at] + "\":" + (value.matches("(?s)\\d+|true|false|[{\\[].*") ? value : '"' + text + '"'));
        }
        return json.toString();
    }
}
