require_relative 'faxsim_case'

class FaxTest < Minitest::Test
  include FaxsimCase

  def test_a_fax_is_sent
    fields = { 'to' => '+12025550123', 'content_url' => 'https://example.com' }
    status, answer = call_api(:Post, '/v2.1/faxes', fields)
    assert_equal 200, status

    settle
    assert_fax answer['data']['id'], status: 'success'
  end
end
