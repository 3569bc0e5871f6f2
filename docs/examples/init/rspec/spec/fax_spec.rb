require_relative 'faxsim_context'

RSpec.describe 'a fax' do
  include_context 'faxsim'

  it 'is sent' do
    response = call(Net::HTTP::Post, 'to' => '+12025550123', 'content_url' => 'https://example.com')
    expect(response.code).to eq('200')

    settle
    id = JSON.parse(response.body)['data']['id']
    fax = control(Net::HTTP::Get, "#{faxsim['base_url']}/_faxsim/faxes/#{id}")
    expect(fax['status']).to eq('success')
  end

  def call(method, fields = {})
    address = URI("#{faxsim['base_url']}/v2.1/faxes")
    request = method.new(address)
    request.basic_auth(*faxsim['credentials']['live'].values_at('key', 'secret'))
    request.form_data = fields unless fields.empty?
    Net::HTTP.start(address.host, address.port) { |http| http.request(request) }
  end
end
