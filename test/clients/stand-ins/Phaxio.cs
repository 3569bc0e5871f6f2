// Stands in for the client Phaxio 2.4 of .NET, which the tests do not install: the methods that docs/cookbook-csharp.md calls, with
// the names, encodings and errors of the client.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Phaxio.Errors.V2;
using Phaxio.Repositories.V2;
using Phaxio.Resources.V2;

namespace Phaxio.Errors.V2
{
    public class InvalidRequestException : Exception { public InvalidRequestException(string message) : base(message) { } }
    public class NotFoundException : Exception { public NotFoundException(string message) : base(message) { } }
    public class ServiceException : Exception { public ServiceException(string message) : base(message) { } }
}

namespace Phaxio.ThinRestClient
{
    public interface IRestClient { Uri BaseUrl { get; set; } }
    class RestClient : IRestClient { public Uri BaseUrl { get; set; } }
}

namespace Phaxio.Resources.V2
{
    public class Fax
    {
        PhaxioClient client;
        public PhaxioClient PhaxioClient { set { client = value; } }
        public int Id { get; }
        public int? ErrorId { get; }
        public string Status { get; }
        public string Direction { get; }
        public string FromNumber { get; }
        public FaxFile File => new FaxFile(client, Id);

        public Fax(int id) { Id = id; }

        internal Fax(PhaxioClient client, XElement data)
        {
            // The client takes the speed of a call for an integer, and fails where it is null: before the call, and without an answer.
            foreach (var speed in data.Descendants("bitrate")) int.Parse(speed.Value);
            this.client = client;
            Id = int.Parse(data.Element("id").Value);
            Status = data.Element("status")?.Value;
            Direction = data.Element("direction")?.Value;
            FromNumber = data.Element("from_number")?.Value;
            ErrorId = string.IsNullOrEmpty(data.Element("error_id")?.Value) ? (int?)null : int.Parse(data.Element("error_id").Value);
        }

        public void Resend() => client.Request("POST", "faxes/" + Id + "/resend");
    }

    public class FaxFile
    {
        readonly PhaxioClient client;
        readonly int id;
        internal FaxFile(PhaxioClient client, int id) { this.client = client; this.id = id; }
        public byte[] Bytes => client.Download("faxes/" + id + "/file");
    }

    public class PhoneNumber
    {
        public string Number { get; internal set; }
    }

    public class PhaxCode
    {
        internal PhaxioClient Client;
        public string Identifier { get; internal set; }
        public byte[] Png => Client.Download("phax_codes/" + WebUtility.UrlEncode(Identifier) + ".png");
    }
}

namespace Phaxio.Repositories.V2
{
    public class FaxRepository
    {
        readonly PhaxioClient client;
        internal FaxRepository(PhaxioClient client) { this.client = client; }

        public Fax Create(string to = null, string contentUrl = null, FileInfo file = null, int? batchDelay = null,
            Dictionary<string, string> tags = null)
        {
            var fields = new Dictionary<string, object> { { "to", to }, { "content_url", contentUrl }, { "batch_delay", batchDelay }, { "file[]", file } };
            foreach (var tag in tags ?? new Dictionary<string, string>()) fields["tag[" + tag.Key + "]"] = tag.Value;
            return new Fax(client, client.Request("POST", "faxes", fields));
        }

        public Fax Retrieve(int id) => new Fax(client, client.Request("GET", "faxes/" + id));

        public IEnumerable<Fax> List(string status = null, string phoneNumber = null, string tagName = null, string tagValue = null)
        {
            var filters = new Dictionary<string, object> { { "status", status }, { "phone_number", phoneNumber } };
            if (tagName != null) filters["tag[" + tagName + "]"] = tagValue;
            return client.Request("GET", "faxes", filters).Elements().Select(data => new Fax(client, data));
        }
    }

    public class PhoneNumberRepository
    {
        readonly PhaxioClient client;
        internal PhoneNumberRepository(PhaxioClient client) { this.client = client; }

        public IEnumerable<PhoneNumber> List() =>
            client.Request("GET", "phone_numbers").Elements().Select(data => new PhoneNumber { Number = data.Element("phone_number").Value });
    }

    public class PhaxCodeRepository
    {
        readonly PhaxioClient client;
        internal PhaxCodeRepository(PhaxioClient client) { this.client = client; }

        public PhaxCode Create(string metadata = null)
        {
            var made = client.Request("POST", "phax_codes.json", new Dictionary<string, object> { { "metadata", metadata } });
            return new PhaxCode { Client = client, Identifier = made.Element("identifier").Value };
        }
    }
}

namespace Phaxio
{
    public class PhaxioClient
    {
        protected ThinRestClient.IRestClient client = new ThinRestClient.RestClient { BaseUrl = new Uri("https://api.phaxio.com/v2.1/") };
        readonly string keys;

        public PhaxioClient(string key, string secret) { keys = Convert.ToBase64String(Encoding.UTF8.GetBytes(key + ":" + secret)); }

        public FaxRepository Fax => new FaxRepository(this);
        public PhoneNumberRepository PhoneNumber => new PhoneNumberRepository(this);
        public PhaxCodeRepository PhaxCode => new PhaxCodeRepository(this);

        internal byte[] Download(string path) => Send("GET", path, new Dictionary<string, object>()).Content.ReadAsByteArrayAsync().Result;

        internal XElement Request(string method, string path, Dictionary<string, object> fields = null) =>
            JsonOf(Send(method, path, fields ?? new Dictionary<string, object>())).Element("data");

        HttpResponseMessage Send(string method, string path, Dictionary<string, object> fields)
        {
            var given = fields.Where(field => field.Value != null).ToList();
            var texts = given.Where(field => !(field.Value is FileInfo)).Select(field => new KeyValuePair<string, string>(field.Key, field.Value.ToString()));
            var query = method == "GET" && given.Count > 0 ? "?" + new FormUrlEncodedContent(texts).ReadAsStringAsync().Result : "";
            var request = new HttpRequestMessage(new HttpMethod(method), new Uri(client.BaseUrl, path + query));
            request.Headers.Authorization = new AuthenticationHeaderValue("Basic", keys);
            if (method != "GET") request.Content = given.Any(field => field.Value is FileInfo) ? Multipart(given) : new FormUrlEncodedContent(texts);
            // A lost answer is an AggregateException.
            var response = new HttpClient().SendAsync(request).Result;
            if ((int)response.StatusCode == 422) throw new InvalidRequestException(JsonOf(response).Element("message").Value);
            if ((int)response.StatusCode == 404) throw new NotFoundException(JsonOf(response).Element("message").Value);
            if ((int)response.StatusCode >= 500) throw new ServiceException(JsonOf(response).Element("message").Value);
            return response;
        }

        static HttpContent Multipart(IEnumerable<KeyValuePair<string, object>> fields)
        {
            var content = new MultipartFormDataContent("--------------------------------" + DateTime.Now.Ticks);
            foreach (var field in fields)
                if (field.Value is FileInfo file) content.Add(new ByteArrayContent(File.ReadAllBytes(file.FullName)), field.Key, file.Name);
                else content.Add(new StringContent(field.Value.ToString()), "\"" + field.Key + "\"");
            return content;
        }

        static XElement JsonOf(HttpResponseMessage response)
        {
            var bytes = response.Content.ReadAsByteArrayAsync().Result;
            using (var reader = JsonReaderWriterFactory.CreateJsonReader(bytes, XmlDictionaryReaderQuotas.Max)) return XElement.Load(reader);
        }
    }
}
