require_relative 'faxsim_context'

RSpec.describe 'a fax' do
  include_context 'faxsim'

  it 'is sent' do
    expect(call(Net::HTTP::Post, 'to' => '+12025550123', 'content_url' => 'https://example.com').code).to eq('200')

    control(Net::HTTP::Post, "/w/#{faxsim['id']}/_faxsim/clock", run_until_idle: '1h')
    faxes = JSON.parse(call(Net::HTTP::Get).body)['data']
    expect(faxes.map { |fax| fax['status'] }).to eq(['success'])
  end

  def call(method, fields = {})
    address = URI("#{faxsim['base_url']}/v2.1/faxes")
    request = method.new(address)
    request.basic_auth(*faxsim['credentials']['live'].values_at('key', 'secret'))
    request.form_data = fields unless fields.empty?
    Net::HTTP.start(address.host, address.port) { |http| http.request(request) }
  end
end
