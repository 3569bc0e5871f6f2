package faxsim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FaxTest {
    @RegisterExtension
    final FaxsimWorld faxsim = new FaxsimWorld();

    @Test
    void aFaxIsSent() {
        var answer = faxsim.call("POST", "/v2.1/faxes", "to", "+12025550123", "content_url", "https://example.com");
        assertEquals(200, answer.statusCode());

        faxsim.settle();
        faxsim.assertFax(FaxsimWorld.text(answer.body(), "id"), "status", "success");
    }
}
