using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using NUnit.Framework;

/// <summary>
/// Gives each test a world with its name: an empty account, and a clock that stands. That of a failed test stays. The client
/// under test gets BaseUrl, Key and Secret. Override Order to change the worlds of a class.
/// </summary>
public abstract class FaxsimTest
{
    static readonly HttpClient Http = new HttpClient();
    static readonly string Simulator = Environment.GetEnvironmentVariable("FAXSIM_URL") ?? "http://127.0.0.1:8329";
    static readonly bool IsShared = Simulator.Contains("/w/"); // under faxsim sweep, by all tests
    static readonly ConcurrentDictionary<string, XElement> Worlds = new ConcurrentDictionary<string, XElement>(); // by the names of tests

    /// <summary>Names and values, as in new[] { "scenarios", "outage", "settings[fax_retries]", "2" }.</summary>
    protected virtual string[] Order => new string[0];

    static string TestName => TestContext.CurrentContext.Test.FullName;
    protected XElement World => Worlds[TestName];
    protected string BaseUrl => World.Element("base_url").Value;
    protected string Key => World.Element("credentials").Element("live").Element("key").Value;
    protected string Secret => World.Element("credentials").Element("live").Element("secret").Value;
    protected string ProjectId => World.Element("project_id").Value;

    [SetUp]
    public void OpenWorld()
    {
        var order = new[] { "name", TestName, "fixture", "empty", "clock", "manual" }.Concat(Order).ToArray();
        Worlds[TestName] = IsShared ? SharedWorld() : At(Simulator, "POST", "worlds", order);
    }

    [TearDown]
    public void CloseWorld()
    {
        // NUnit 2 has Result.Status and no message.
        dynamic result = TestContext.CurrentContext.Result;
        var isNew = ((object)result).GetType().GetProperty("Outcome") != null;
        string status = isNew ? result.Outcome.Status.ToString() : result.Status.ToString();
        if (!Worlds.ContainsKey(TestName)) return;
        if (status == "Failed") Control("POST", "failure", "message", isNew ? (string)result.Message : TestName + " failed");
        else if (!IsShared) At(Simulator, "DELETE", "worlds/" + World.Element("id").Value);
    }

    /// <summary>Makes a request to the API, to v3 in JSON: Call("POST", "/v2.1/faxes", "to", "+12025550123").</summary>
    protected HttpResponseMessage Call(string method, string path, params string[] fields)
    {
        var keys = Convert.ToBase64String(Encoding.UTF8.GetBytes(Key + ":" + Secret));
        return Send(method, BaseUrl + path, new AuthenticationHeaderValue("Basic", keys), fields);
    }

    /// <summary>Calls the control API of this world: Control("GET", "faxes"). Returns its data.</summary>
    protected XElement Control(string method, string path, params string[] fields) => At(BaseUrl, method, path, fields);

    /// <summary>Lets the clock and the program take turns until both rest.</summary>
    protected void Settle() => Control("POST", "clock", "settle", "4s", "quiet", "200ms");
    protected void Advance(string duration) => Control("POST", "clock", "advance", duration);
    /// <summary>Receives a fax, as if a caller had sent it: Receive("to", "+1...", "from", "+1...").</summary>
    protected XElement Receive(params string[] fax) => Control("POST", "receive", fax);

    /// <summary>Checks a fax: AssertFax(7, "status", "failure", "error", "Busy").</summary>
    protected void AssertFax(object fax, params string[] wanted) => Verify("faxes", new[] { "fax", fax.ToString() }, wanted);
    /// <summary>Checks that a webhook was delivered: AssertDelivered("event", "fax_completed", "fax", "7").</summary>
    protected void AssertDelivered(params string[] wanted) => Verify("webhooks", new[] { "state", "delivered" }, wanted);
    /// <summary>Checks that the service received a request: AssertReceived("sendFax", "exactly", "1").</summary>
    protected void AssertReceived(string operation, params string[] wanted) => Verify("requests", new[] { "operation", operation }, wanted);

    /// <summary>The JSON of an answer as elements: Json(response).Element("data").Element("id").Value.</summary>
    protected static XElement Json(HttpResponseMessage response)
    {
        var bytes = response.Content.ReadAsByteArrayAsync().Result;
        using (var reader = JsonReaderWriterFactory.CreateJsonReader(bytes, XmlDictionaryReaderQuotas.Max)) return XElement.Load(reader);
    }

    void Verify(string log, string[] first, string[] wanted)
    {
        var verdict = Control("POST", log + "/verify", first.Concat(wanted).ToArray());
        if (verdict.Element("passed").Value == "false") Assert.Fail(verdict.Element("explanation").Value);
    }

    XElement SharedWorld()
    {
        for (var at = 0; at < Order.Length; at += 2)
            if (Order[at] == "scenarios") At(Simulator, "POST", "scenarios", "on", Order[at + 1]);
            else if (Order[at].StartsWith("settings[")) At(Simulator, "PATCH", "settings", Order[at].Substring(9).TrimEnd(']'), Order[at + 1]);
        At(Simulator, "POST", "clock", "speed", "manual");
        return At(Simulator, "GET", "world");
    }

    static XElement At(string baseUrl, string method, string path, params string[] fields)
    {
        var token = new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("FAXSIM_CONTROL_TOKEN") ?? "");
        var answer = Json(Send(method, baseUrl + "/_faxsim/" + path, token, fields));
        return answer.Element("data") ?? throw new InvalidOperationException(answer.Element("message").Value);
    }

    /// <summary>A number, a truth value, a list or an object is JSON already: "labels", "{\"job\":\"7\"}".</summary>
    static string ValueOf(string text) => text != "" && (text.All(char.IsDigit) || "{[".Contains(text[0]) || text == "true" || text == "false")
        ? text : '"' + text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n") + '"';

    static HttpResponseMessage Send(string method, string url, AuthenticationHeaderValue authorization, string[] fields)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), url);
        request.Headers.Authorization = authorization;
        var pairs = Enumerable.Range(0, fields.Length / 2).Select(at => new KeyValuePair<string, string>(fields[2 * at], fields[2 * at + 1]));
        var json = "{" + string.Join(",", pairs.Select(pair => '"' + pair.Key + "\":" + ValueOf(pair.Value))) + "}";
        if (fields.Length > 0 && url.Contains("/v3/")) request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        else if (fields.Length > 0) request.Content = new FormUrlEncodedContent(pairs);
        try { return Http.SendAsync(request).Result; }
        catch (AggregateException error) { throw new InvalidOperationException("no faxsim at " + Simulator + ": use faxsim exec -- dotnet test", error); }
    }
}
