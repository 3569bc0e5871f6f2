using NUnit.Framework;

[TestFixture]
public class FaxTest : FaxsimTest
{
    [Test]
    public void AFaxIsSent()
    {
        var answer = Call("POST", "/v2.1/faxes", "to", "+12025550123", "content_url", "https://example.com");
        Assert.That((int)answer.StatusCode, Is.EqualTo(200));

        Settle();
        AssertFax(Json(answer).Element("data").Element("id").Value, "status", "success");
    }
}
